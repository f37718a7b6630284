package config

import "runtime/debug"

// Version returns the version of the build.
func Version() string {
	const unversioned = "1.0.0-dev"
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return unversioned
	}
	return info.Main.Version
}
