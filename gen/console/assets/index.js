const who = document.querySelector('#who')
const code = new URLSearchParams(location.hash.slice(1)).get('code')
history.replaceState(null, '', location.pathname) // the code stays in no history
const answer = await fetch(code ? '/admin/session' : '/admin/session/renew', {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(code ? { code } : {}),
})
const { result, detail } = await answer.json()
who.textContent = answer.ok ? `Signed in as ${result.key.name}.` : detail
