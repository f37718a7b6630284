package document

import "bytes"

// SandboxNotice is what every page of a sandbox says, in English. The pages of the shop say it
// in their own language.
const SandboxNotice = "This is a sandbox: a shop for tests, whose data is made up and whose keys are public."

// Sandboxed returns a page of HTML that begins with the notice.
func Sandboxed(page []byte) []byte {
	const body = "<body>"
	const notice = `<p role="note" style="margin:0;padding:.5rem 1rem;text-align:center;background:#0b6b53;color:#fff">` + SandboxNotice + "</p>\n"
	return bytes.Replace(page, []byte(body), []byte(body+"\n"+notice), 1)
}
