// Writes src/kpt/functions/kubernetes-types.ts: fields of the types of the Kubernetes API, as validation needs them.
//
//	go run k8s.io/kube-openapi/cmd/openapi-gen --go-header-file /dev/null --output-dir definitions \
//	  --output-pkg kubernetes-types/definitions --output-file definitions.go $(go list k8s.io/api/... | grep '/v[0-9a-z]*$') \
//	  k8s.io/apimachinery/pkg/apis/meta/v1 k8s.io/apimachinery/pkg/runtime k8s.io/apimachinery/pkg/util/intstr \
//	  k8s.io/apimachinery/pkg/api/resource k8s.io/apimachinery/pkg/version \
//	  k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1 k8s.io/kube-aggregator/pkg/apis/apiregistration/v1
//	go run . > ../../src/kpt/functions/kubernetes-types.ts
package main

import (
	"fmt"
	"reflect"
	"sort"
	"strconv"
	"strings"

	apiextensions "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/kubernetes/scheme"
	apiregistration "k8s.io/kube-aggregator/pkg/apis/apiregistration/v1"
	"k8s.io/kube-openapi/pkg/common"
	"k8s.io/kube-openapi/pkg/util"
	"k8s.io/kube-openapi/pkg/validation/spec"

	definitions "kubernetes-types/definitions"
)

var types map[string]common.OpenAPIDefinition
var numbers = map[string]int{}
var lines []string

const prefix = "#/definitions/"

// base is the letter of a type without fields, or the number of one with them.
func base(name string) string {
	switch {
	case strings.HasSuffix(name, ".Quantity"):
		return "q"
	case strings.HasSuffix(name, ".IntOrString"):
		return "x"
	}
	definition, known := types[name]
	if !known {
		panic(name)
	}
	if len(definition.Schema.Properties) == 0 {
		return shape(definition.Schema)
	}
	number, seen := numbers[name]
	if !seen {
		number = len(lines)
		numbers[name] = number
		lines = append(lines, "")
		lines[number] = fields(definition.Schema)
	}
	return strconv.Itoa(number)
}

func shape(schema spec.Schema) string {
	if ref := schema.Ref.String(); ref != "" {
		return base(strings.TrimPrefix(ref, prefix))
	}
	if len(schema.Type) == 0 {
		return "*"
	}
	switch schema.Type[0] {
	case "array":
		return "[" + shape(*schema.Items.Schema)
	case "object":
		if schema.AdditionalProperties != nil && schema.AdditionalProperties.Schema != nil {
			return "{" + shape(*schema.AdditionalProperties.Schema)
		}
		return "o"
	case "string":
		if schema.Format == "date-time" {
			return "d"
		}
		return "s"
	}
	return schema.Type[0][:1]
}

func fields(schema spec.Schema) string {
	required := map[string]bool{}
	for _, name := range schema.Required {
		required[name] = true
	}
	names := []string{}
	for name := range schema.Properties {
		names = append(names, name)
	}
	sort.Strings(names)
	parts := []string{}
	for _, name := range names {
		mark := ""
		if required[name] {
			mark = "!"
		}
		parts = append(parts, name+mark+"="+shape(schema.Properties[name]))
	}
	return strings.Join(parts, " ")
}

func main() {
	types = definitions.GetOpenAPIDefinitions(func(name string) spec.Ref { return spec.MustCreateRef(prefix + name) })
	all := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{scheme.AddToScheme, apiextensions.AddToScheme, apiregistration.AddToScheme} {
		if err := add(all); err != nil {
			panic(err)
		}
	}
	kinds := []string{}
	for gvk, kind := range all.AllKnownTypes() {
		if gvk.Version == runtime.APIVersionInternal || strings.HasSuffix(gvk.Kind, "Options") || kind.PkgPath() == "k8s.io/apimachinery/pkg/apis/meta/v1" {
			continue
		}
		name := util.ToRESTFriendlyName(kind.PkgPath() + "." + kind.Name())
		if model, ok := reflect.New(kind).Interface().(util.OpenAPIModelNamer); ok {
			name = model.OpenAPIModelName()
		}
		if _, known := types[name]; !known {
			name = kind.PkgPath() + "." + kind.Name()
		}
		if _, known := types[name]; !known {
			continue
		}
		kinds = append(kinds, gvk.GroupVersion().String()+" "+gvk.Kind+" "+name)
	}
	sort.Strings(kinds)
	for i, line := range kinds {
		parts := strings.Split(line, " ")
		kinds[i] = parts[0] + " " + parts[1] + " " + base(parts[2])
	}
	fmt.Print("/**\n * Made by scripts/kubernetes-types from the types of Kubernetes 1.36, which are under Apache-2.0, copyright of the Kubernetes authors.\n */\n\n")
	fmt.Print("/** A type a line: its fields with their types, `!` behind those that are required. */\n")
	fmt.Printf("export const TYPES = `%s`\n\n", strings.Join(lines, "\n"))
	fmt.Print("/** Version, kind and number of type. */\n")
	fmt.Printf("export const KINDS = `%s`\n", strings.Join(kinds, "\n"))
}
