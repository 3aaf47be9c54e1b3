// Writes src/flux/typed-kinds-data.ts: the kinds that Flux's controller knows as Go types, and their fields.
//
//	cd scripts/typed-kinds && go run . > ../../src/flux/typed-kinds-data.ts
//
// The versions in go.mod are those of the Flux release whose behaviour is matched.
package main

import (
	"fmt"
	"log"
	"reflect"
	"sort"
	"strings"

	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/client-go/kubernetes/scheme"
)

const header = `// Made by scripts/typed-kinds; do not edit.

/** ` + "`group/version/Kind type`" + ` of the kinds that the controller knows as types of Go. */
export const typedKinds = ` + "`%s`" + `

/**
 * One struct a line: ` + "`field:type`" + `. A ` + "`?`" + ` behind the name: left out when empty; ` + "`~`" + `: left out when nothing is set in it.
 * Types: ` + "`*` pointer, `[` list, `{`" + ` map, a number another struct; s string, b bool, i and I integers of 32 and 64 bits,
 * f float, B bytes, T and U times, D duration, Q quantity, O integer or string, R anything.
 */
export const typedStructs = ` + "`%s`" + `
`

// Structs that have a form of their own in JSON.
var scalars = map[reflect.Type]string{
	reflect.TypeFor[metav1.Time]():          "T",
	reflect.TypeFor[metav1.MicroTime]():     "U",
	reflect.TypeFor[metav1.Duration]():      "D",
	reflect.TypeFor[resource.Quantity]():    "Q",
	reflect.TypeFor[intstr.IntOrString]():   "O",
	reflect.TypeFor[runtime.RawExtension](): "R",
	reflect.TypeFor[metav1.FieldsV1]():      "R",
}

type table struct {
	numbers map[reflect.Type]int
	lines   []string
}

func (t *table) typeText(of reflect.Type) string {
	if text, ok := scalars[of]; ok {
		return text
	}
	switch of.Kind() {
	case reflect.Pointer:
		return "*" + t.typeText(of.Elem())
	case reflect.Slice:
		if of.Elem().Kind() == reflect.Uint8 {
			return "B"
		}
		return "[" + t.typeText(of.Elem())
	case reflect.Map:
		return "{" + t.typeText(of.Elem())
	case reflect.String:
		return "s"
	case reflect.Bool:
		return "b"
	case reflect.Int32:
		return "i"
	case reflect.Int64, reflect.Int:
		return "I"
	case reflect.Float64:
		return "f"
	case reflect.Struct:
		return fmt.Sprint(t.number(of))
	}
	log.Fatalf("no text for %s", of)
	return ""
}

func (t *table) number(of reflect.Type) int {
	if number, ok := t.numbers[of]; ok {
		return number
	}
	number := len(t.lines)
	t.numbers[of] = number
	t.lines = append(t.lines, "")
	t.lines[number] = strings.Join(t.fields(of), " ")
	return number
}

func (t *table) fields(of reflect.Type) []string {
	var fields []string
	for i := range of.NumField() {
		field := of.Field(i)
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		if name == "-" {
			continue
		}
		if name == "" && field.Anonymous {
			fields = append(fields, t.fields(field.Type)...)
			continue
		}
		mark := ""
		switch {
		case strings.Contains(options, "omitzero"):
			mark = "~"
		case strings.Contains(options, "omitempty") && field.Type.Kind() != reflect.Struct:
			mark = "?"
		}
		fields = append(fields, name+mark+":"+t.typeText(field.Type))
	}
	return fields
}

func main() {
	known := map[string]reflect.Type{}
	var names []string
	for gvk, of := range scheme.Scheme.AllKnownTypes() {
		_, isObject := of.FieldByName("ObjectMeta")
		if !isObject || strings.HasSuffix(gvk.Kind, "List") || gvk.Version == runtime.APIVersionInternal {
			continue
		}
		name := gvk.Group + "/" + gvk.Version + "/" + gvk.Kind
		known[name] = of
		names = append(names, name)
	}
	sort.Strings(names)
	t := &table{numbers: map[reflect.Type]int{}}
	for i, name := range names {
		names[i] = fmt.Sprintf("%s %d", name, t.number(known[name]))
	}
	fmt.Printf(header, strings.Join(names, "\n"), strings.Join(t.lines, "\n"))
}
