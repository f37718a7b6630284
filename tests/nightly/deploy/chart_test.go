// Package deploy tests the files of a deployment with the libraries of those who read them: deploy/helm
// with Helm's own linter and engine, and what it renders with the types of Kubernetes; the Dockerfile
// with BuildKit's parser, and compose.yaml with that of Docker Compose.
package deploy

import (
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"helm.sh/helm/v4/pkg/chart/common"
	"helm.sh/helm/v4/pkg/chart/common/util"
	"helm.sh/helm/v4/pkg/chart/v2/lint"
	"helm.sh/helm/v4/pkg/chart/v2/lint/support"
	"helm.sh/helm/v4/pkg/chart/v2/loader"
	"helm.sh/helm/v4/pkg/engine"
	appsv1 "k8s.io/api/apps/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	policyv1 "k8s.io/api/policy/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer/json"
	"k8s.io/client-go/kubernetes/scheme"
)

const chart = "../../../deploy/helm/storefront"

type values = map[string]any

// variants are values with which the chart is used.
var variants = map[string]values{
	"the defaults": {},
	"everything": {
		"baseURL": "https://shop.example", "trustedProxies": []any{"10.0.0.0/8", "192.168.0.0/16"}, "migrationURLKey": "MIGRATION_URL",
		"settings":         values{"STOREFRONT_CACHE_MB": 24, "STOREFRONT_SEARCH_INDEX": true},
		"autoscaling":      values{"enabled": true},
		"ingress":          values{"enabled": true, "className": "nginx", "host": "shop.example", "tlsSecret": "shop-tls", "annotations": values{"a": "b"}},
		"imagePullSecrets": []any{values{"name": "registry"}}, "podAnnotations": values{"c": "d"}, "nodeSelector": values{"e": "f"},
		"tolerations": []any{values{"key": "g", "operator": "Exists"}},
		"service":     values{"type": "LoadBalancer", "annotations": values{"h": "i"}},
	},
	"without metrics": {"metrics": values{"scrapeAnnotations": false}},
}

func TestTheLinterFindsNothing(t *testing.T) {
	for name, given := range variants {
		for _, message := range lint.RunAll(chart, given, "shops").Messages {
			if message.Severity > support.InfoSev {
				t.Errorf("%s: %v", name, message)
			}
		}
	}
}

func TestWrongValuesAreRefused(t *testing.T) {
	for _, wrong := range []values{
		{"replicas": 0}, {"replica": 3}, {"secret": ""}, {"baseURL": "shop.example"}, {"settings": values{"CACHE_MB": 1}},
		{"settings": values{"STOREFRONT_SECRETS_KEY": "in clear"}}, {"settings": values{"STOREFRONT_ADDR": ":80"}},
		{"ingress": values{"enabled": true}},
	} {
		if _, err := rendered(wrong); err == nil {
			t.Errorf("%v is not refused", wrong)
		}
	}
}

func TestKubernetesUnderstandsAll(t *testing.T) {
	for name, given := range variants {
		t.Run(name, func(t *testing.T) {
			var deployment *appsv1.Deployment
			kinds := map[string]runtime.Object{}
			files, err := rendered(given)
			if err != nil {
				t.Fatal(err)
			}
			for _, file := range slices.Sorted(maps.Keys(files)) {
				if strings.TrimSpace(files[file]) == "" || strings.HasSuffix(file, "NOTES.txt") {
					continue
				}
				object := decoded(t, file, files[file])
				kinds[object.GetObjectKind().GroupVersionKind().Kind] = object
				if d, ok := object.(*appsv1.Deployment); ok {
					deployment = d
				}
			}
			if deployment == nil {
				t.Fatal("there is no Deployment")
			}
			verify(t, deployment, kinds, name == "everything")
		})
	}
}

// verify verifies how the objects refer to each other.
func verify(t *testing.T, d *appsv1.Deployment, kinds map[string]runtime.Object, everything bool) {
	t.Helper()
	pods := labels.Set(d.Spec.Template.Labels)
	if !labels.SelectorFromSet(d.Spec.Selector.MatchLabels).Matches(pods) {
		t.Error("the Deployment does not select its pods")
	}
	service, ok := kinds["Service"].(*corev1.Service)
	if !ok || !labels.SelectorFromSet(service.Spec.Selector).Matches(pods) {
		t.Error("the Service does not select the pods")
	}
	budget, ok := kinds["PodDisruptionBudget"].(*policyv1.PodDisruptionBudget)
	if !ok || !labels.SelectorFromSet(budget.Spec.Selector.MatchLabels).Matches(pods) {
		t.Error("the PodDisruptionBudget does not select the pods")
	}
	scaler, ok := kinds["HorizontalPodAutoscaler"].(*autoscalingv2.HorizontalPodAutoscaler)
	if ok != everything || ok == (d.Spec.Replicas != nil) || ok && scaler.Spec.ScaleTargetRef.Name != d.Name {
		t.Error("either the Deployment or the HorizontalPodAutoscaler of its name says how many replicas there are")
	}
	ingress, ok := kinds["Ingress"].(*networkingv1.Ingress)
	if ok != everything || ok && ingress.Spec.Rules[0].HTTP.Paths[0].Backend.Service.Name != service.Name {
		t.Error("the Ingress does not lead to the Service")
	}
	secrets := []string{"DATABASE_URL", "STOREFRONT_SECRETS_KEY", "REDIS_URL"}
	known := settings(t)
	for _, c := range append(d.Spec.Template.Spec.InitContainers, d.Spec.Template.Spec.Containers...) {
		if s := c.SecurityContext; !*s.ReadOnlyRootFilesystem || *s.AllowPrivilegeEscalation || !slices.Equal(s.Capabilities.Drop, []corev1.Capability{"ALL"}) {
			t.Errorf("%s may do more than it needs", c.Name)
		}
		for _, v := range c.Env {
			if !slices.Contains(known, v.Name) {
				t.Errorf("%s is no setting of docs/configuration.md", v.Name)
			}
			if fromSecret := v.ValueFrom != nil && v.ValueFrom.SecretKeyRef != nil; fromSecret != slices.Contains(secrets, v.Name) {
				t.Errorf("%s: from the Secret %v", v.Name, fromSecret)
			}
		}
	}
}

// rendered renders the chart, by the name of the file.
func rendered(given values) (map[string]string, error) {
	loaded, err := loader.Load(chart)
	if err != nil {
		return nil, err
	}
	all, err := util.ToRenderValues(loaded, given, common.ReleaseOptions{Name: "shop", Namespace: "shops", IsInstall: true}, common.DefaultCapabilities)
	if err != nil {
		return nil, err
	}
	return engine.Render(loaded, all)
}

// decoded decodes an object; a field that Kubernetes does not know is an error.
func decoded(t *testing.T, file, text string) runtime.Object {
	t.Helper()
	strict := json.NewSerializerWithOptions(json.DefaultMetaFactory, scheme.Scheme, scheme.Scheme, json.SerializerOptions{Yaml: true, Strict: true})
	object, _, err := strict.Decode([]byte(text), nil, nil)
	if err != nil {
		t.Fatalf("%s: %v\n%s", file, err, text)
	}
	return object
}

var setting = regexp.MustCompile("(?m)^\\| `([A-Z_]+)` \\|")

// settings returns the names of all settings.
func settings(t *testing.T) (names []string) {
	t.Helper()
	page, err := os.ReadFile("../../../docs/configuration.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, found := range setting.FindAllStringSubmatch(string(page), -1) {
		names = append(names, found[1])
	}
	return names
}
