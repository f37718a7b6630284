// Interpreters come from Debian, since their own registries are not needed for
// the few libraries that the clients use.

// debian returns a command that installs packages unless check succeeds. Only root
// can install; others are told what to install.
export const debian = (check, packages) => `
{ ${check}; } >/dev/null 2>&1 ||
  { [ "$(id -u)" = 0 ] && apt-get update -qq && apt-get install -y -qq --no-install-recommends ${packages}; } ||
  { echo "This target needs what these packages of Debian have: ${packages}"; exit 1; }`
