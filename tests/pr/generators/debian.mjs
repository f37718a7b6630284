// PHP, Ruby and the few libraries that their clients need are packages of Debian.

// debian returns a command that installs packages unless check succeeds. Only root
// can install; others are told what is missing.
export const debian = (check, packages) => `
{ ${check}; } >/dev/null 2>&1 ||
  { [ "$(id -u)" = 0 ] && apt-get update -qq && apt-get install -y -qq --no-install-recommends ${packages}; } ||
  { echo "This target needs these packages of Debian: ${packages}"; exit 1; }`
