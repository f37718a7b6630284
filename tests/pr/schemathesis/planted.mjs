// A proxy before the service that plants a fault.
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { buffer } from 'node:stream/consumers'

// planted starts a proxy before the service at url. A fault may have two
// functions, which change what is passed on to the operation at path: asked
// changes {headers, body} of a request, answered {status, headers, body} of an
// answer. It returns the address of the proxy and a function that stops it.
export async function planted(url, path, { asked = () => {}, answered = () => {} }) {
  const proxy = createServer(async (incoming, outgoing) => {
    const concerned = incoming.url === path && incoming.method === 'POST'
    const question = { headers: { ...incoming.headers }, body: await buffer(incoming) }
    if (concerned) asked(question)
    const passed = request(url + incoming.url, { method: incoming.method, headers: sized(question) }).end(question.body)
    const [reply] = await once(passed, 'response')
    const answer = { status: reply.statusCode, headers: { ...reply.headers }, body: await buffer(reply) }
    if (concerned) answered(answer)
    outgoing.writeHead(answer.status, incoming.method === 'HEAD' ? answer.headers : sized(answer)).end(answer.body)
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    url: `http://127.0.0.1:${proxy.address().port}`,
    stop: () => new Promise((resolve) => {
      proxy.close(resolve)
      proxy.closeAllConnections()
    }),
  }
}

// sized returns the headers of a message with the length of its body.
function sized({ headers, body }) {
  const { 'transfer-encoding': _, ...others } = headers
  return { ...others, 'content-length': body.length }
}
