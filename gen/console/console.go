// Package console embeds the console of the owner as it was built.
package console

import "embed"

// Files are the page, index.html, and in the folder assets what it loads.
//
//go:embed index.html assets
var Files embed.FS
