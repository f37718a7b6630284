package config

import (
	"cmp"
	"runtime"
	"runtime/debug"
	"strings"
)

// What the linker sets in the program of a release or an image: -X …/server/config.version=1.2.3
var version, commit, date string

// Build says which build of the program this is.
type Build struct {
	Version  string `json:"version"`
	Commit   string `json:"commit"`   // "" if it is not known
	Date     string `json:"date"`     // of the commit; "" if it is not known
	Modified bool   `json:"modified"` // whether files differed from the commit
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

// ThisBuild returns what the linker was told, and else what go build found in the repository.
func ThisBuild() Build {
	b := Build{Version: version, Commit: commit, Date: date, Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	if info.Main.Version != "(devel)" {
		b.Version = cmp.Or(b.Version, info.Main.Version)
	}
	const unversioned = "1.0.0-dev"
	b.Version = strings.TrimPrefix(cmp.Or(b.Version, unversioned), "v")
	if commit == "" {
		b.Commit, b.Date, b.Modified = setting(info, "vcs.revision"), cmp.Or(date, setting(info, "vcs.time")), setting(info, "vcs.modified") == "true"
	}
	return b
}

func setting(info *debug.BuildInfo, key string) string {
	for _, s := range info.Settings {
		if s.Key == key {
			return s.Value
		}
	}
	return ""
}

// Version returns the version of the build, such as 1.2.3.
func Version() string { return ThisBuild().Version }
