// The document that the clients are generated from.
const path = '/openapi/tools.json'

// served returns it, as text, from the program at url.
export async function served(url) {
  const answer = await fetch(url + path)
  if (answer.status !== 200) throw new Error(`${path} is answered with ${answer.status}`)
  return answer.text()
}
