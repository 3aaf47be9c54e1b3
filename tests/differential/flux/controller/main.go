// What kustomize-controller 1.9.5 hands to the cluster for one Kustomization, made by the libraries that it is made of:
//
//	controller ROOT FILE NAME
//
// ROOT is the artifact; FILE has the Kustomization, and the ConfigMaps and Secrets that the cluster has. The objects are printed in the
// order in which they are applied; a failure is `✗ ` and its message, exit code 1. Files below ROOT are changed.
package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"github.com/fluxcd/pkg/kustomize"
	"github.com/fluxcd/pkg/ssa"
	"github.com/fluxcd/pkg/ssa/normalize"
	ssautil "github.com/fluxcd/pkg/ssa/utils"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/client-go/kubernetes/scheme"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/yaml"
)

const group = "kustomize.toolkit.fluxcd.io"

func main() {
	text, err := render(os.Args[1], os.Args[2], os.Args[3])
	if err != nil {
		fmt.Fprintln(os.Stderr, "✗ "+err.Error())
		os.Exit(1)
	}
	fmt.Print(text)
}

func render(root, file, name string) (string, error) {
	kustomization, kubeClient, err := cluster(file, name)
	if err != nil {
		return "", err
	}
	path, _, _ := unstructured.NestedString(kustomization.Object, "spec", "path")
	folder := filepath.Join(root, filepath.Join("/", path))
	if _, err := os.Stat(folder); err != nil {
		return "", fmt.Errorf("kustomization path not found: %w", err)
	}
	if _, err := kustomize.NewGenerator(root, *kustomization).WriteFile(folder); err != nil {
		return "", err
	}
	objects, err := build(root, folder, kustomization, kubeClient)
	if err != nil {
		return "", err
	}
	return finished(objects, kustomization)
}

func cluster(file, name string) (*unstructured.Unstructured, client.Client, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, nil, err
	}
	objects, err := ssautil.ReadObjects(bytes.NewReader(text))
	if err != nil {
		return nil, nil, err
	}
	builder := fake.NewClientBuilder().WithScheme(scheme.Scheme)
	var kustomization *unstructured.Unstructured
	for _, object := range objects {
		if object.GetKind() != "Kustomization" {
			builder.WithObjects(object)
		} else if object.GetName() == name {
			kustomization = object
		}
	}
	if kustomization == nil {
		return nil, nil, errors.New("no Kustomization " + name)
	}
	return kustomization, builder.Build(), nil
}

func build(root, folder string, kustomization *unstructured.Unstructured, kubeClient client.Client) ([]*unstructured.Unstructured, error) {
	built, err := kustomize.SecureBuild(root, folder, false)
	if err != nil {
		return nil, fmt.Errorf("kustomize build failed: %w", err)
	}
	strategy, _, _ := unstructured.NestedString(kustomization.Object, "spec", "postBuild", "substituteStrategy")
	_, hasVariables, _ := unstructured.NestedMap(kustomization.Object, "spec", "postBuild")
	for _, res := range built.Resources() {
		if res.GetApiVersion() == "" || res.GetKind() == "" || res.GetName() == "" {
			text, _ := res.AsYAML()
			return nil, fmt.Errorf("failed to decode Kubernetes apiVersion, kind and name from: %s", text)
		}
		if !hasVariables {
			continue
		}
		substituted, err := kustomize.SubstituteVariables(context.Background(), kubeClient, *kustomization, res,
			kustomize.SubstituteWithStrict(true), kustomize.SubstituteWithAlways(strategy == "Always"))
		if err != nil {
			return nil, fmt.Errorf("post build failed for '%s/%s': %w", res.GetGvk(), res.GetName(), err)
		}
		if substituted != nil {
			if _, err := built.Replace(substituted); err != nil {
				return nil, err
			}
		}
	}
	text, err := built.AsYaml()
	if err != nil {
		return nil, err
	}
	return ssautil.ReadObjects(bytes.NewReader(text))
}

func finished(objects []*unstructured.Unstructured, kustomization *unstructured.Unstructured) (string, error) {
	manager := ssa.NewResourceManager(nil, nil, ssa.Owner{Field: "kustomize-controller", Group: group})
	manager.SetOwnerLabels(objects, kustomization.GetName(), kustomization.GetNamespace())
	if err := normalize.UnstructuredList(objects); err != nil {
		return "", err
	}
	labels, _, _ := unstructured.NestedStringMap(kustomization.Object, "spec", "commonMetadata", "labels")
	annotations, _, _ := unstructured.NestedStringMap(kustomization.Object, "spec", "commonMetadata", "annotations")
	ssautil.SetCommonMetadata(objects, labels, annotations)
	stages := make([][]*unstructured.Unstructured, 3)
	for _, object := range objects {
		ssautil.RemoveCABundleFromCRD(object)
		_, isSealed := object.Object["sops"]
		if isSealed && ssautil.IsSecret(object) && !strings.EqualFold(object.GetAnnotations()[group+"/decrypt"], "disabled") {
			return "", fmt.Errorf("%s is SOPS encrypted, configuring decryption is required for this secret to be reconciled",
				ssautil.FmtUnstructured(object))
		}
		stage := 2
		if ssautil.IsClusterDefinition(object) {
			stage = 0
		} else if ssautil.IsClassDefinition(object) {
			stage = 1
		}
		stages[stage] = append(stages[stage], object)
	}
	var texts []string
	for _, stage := range stages {
		sort.Sort(ssa.SortableUnstructureds(stage))
		for _, object := range stage {
			text, err := yaml.Marshal(object.Object)
			if err != nil {
				return "", err
			}
			texts = append(texts, string(text))
		}
	}
	return strings.Join(texts, "---\n"), nil
}
