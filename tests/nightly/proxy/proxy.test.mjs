// Behind a proxy links are https, and each caller has limits of its own, whatever it writes into headers.
import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { freePort, start } from '../../program.mjs'

const name = 'shop.example'

// ask sends a request from a loopback address, and returns the status, the headers and the body.
async function ask(port, path, from, { body, headers } = {}) {
  const options = { port, path, headers: { Host: name, ...headers }, localAddress: from, host: '127.0.0.1', servername: name, rejectUnauthorized: false, method: body ? 'POST' : 'GET' }
  const [answer] = await once(request(options).end(body), 'response')
  let text = ''
  for await (const part of answer) text += part
  return { status: answer.statusCode, headers: answer.headers, text }
}

// configurations are the files of deploy/proxy for other ports, and how the proxies are started with them.
const configurations = {
  nginx: (folder, ports, shop) => {
    const file = readFileSync('deploy/proxy/nginx.conf', 'utf8').replaceAll('127.0.0.1:8080', shop)
      .replace('listen 80;', `listen ${ports.http};`).replace('listen 443 ', `listen ${ports.https} `).replace(/\/etc\/letsencrypt\/live\/shop\.example/g, folder)
    writeFileSync(join(folder, 'nginx.conf'), `daemon off; user root; pid ${folder}/pid; error_log stderr;
      events {} http { access_log off; ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(' ')} ${file} }`)
    return ['nginx', '-c', join(folder, 'nginx.conf')]
  },
  caddy: (folder, ports, shop) => {
    const file = readFileSync('deploy/proxy/Caddyfile', 'utf8').replaceAll('127.0.0.1:8080', shop)
      .replace('reverse_proxy', `tls ${folder}/fullchain.pem ${folder}/privkey.pem\n\treverse_proxy`)
    writeFileSync(join(folder, 'Caddyfile'), `{\n\tadmin off\n\thttp_port ${ports.http}\n\thttps_port ${ports.https}\n}\n${file}`)
    return [join(process.env.TOOLS, 'caddy'), 'run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile']
  },
}

for (const [proxy, configure] of Object.entries(configurations)) {
  test(proxy, async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'proxy-'))
    t.after(() => rmSync(folder, { recursive: true, force: true }))
    execFileSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2', '-subj', `/CN=${name}`,
      '-addext', `subjectAltName=DNS:${name}`, '-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')], { stdio: 'pipe' })
    const shop = await start({ STOREFRONT_BASE_URL: `https://${name}`, STOREFRONT_TRUSTED_PROXIES: '127.0.0.1', STOREFRONT_ANONYMOUS_QUOTA: '3', STOREFRONT_ANONYMOUS_REFILL: '1h' })
    t.after(shop.stop)
    const ports = { http: await freePort(), https: await freePort() }
    const [program, ...options] = configure(folder, ports, new URL(shop.url).host)
    const running = spawn(program, options, { env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder }, stdio: ['ignore', 'inherit', 'inherit'] })
    t.after(async () => { running.kill('SIGTERM'); await once(running, 'exit') })
    for (let tries = 0; ; tries++) {
      if (await ask(ports.https, '/healthz', '127.0.0.1').then(({ status }) => status === 200, () => false)) break
      assert.ok(tries < 100, `${proxy} does not answer`)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }

    const plain = await fetch(`http://127.0.0.1:${ports.http}/products?a=b`, { redirect: 'manual', headers: { Host: name } })
    assert.equal(plain.status, 308)
    const document = await ask(ports.https, '/llms.txt', '127.0.0.1')
    assert.ok(document.text.includes(`https://${name}/api/mcp`) && !document.text.includes('http://'), document.text)
    assert.equal((await ask(ports.https, '/products', '127.0.0.1')).headers['strict-transport-security'], 'max-age=31536000')

    const call = (from, headers) => ask(ports.https, '/api/v1/tools/products.get', from, { body: '{"slug":"round-metal"}', headers: { 'Content-Type': 'application/json', ...headers } })
    for (let calls = 0; calls < 3; calls++) assert.equal((await call('127.0.0.2')).status, 200)
    assert.equal((await call('127.0.0.2')).status, 429)
    assert.equal((await call('127.0.0.2', { 'X-Forwarded-For': '198.51.100.7' })).status, 429, 'a caller chose its address')
    assert.equal((await call('127.0.0.3')).status, 200)
    const large = await ask(ports.https, '/api/v1/tools/products.get', '127.0.0.3', { body: `{"slug":"${'x'.repeat(1_100_000)}"}`, headers: { 'Content-Type': 'application/json' } })
    assert.equal(JSON.parse(large.text).code, 'body_too_large', large.text)
  })
}
