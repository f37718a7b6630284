// Chromium from an npm package, with the libraries and fonts that a minimal
// machine lacks.
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'

const tools = process.env.TOOLS // where tests/install puts what is pinned here
const { chromium } = createRequire(join(tools, '/'))('playwright-core')
const packed = join(tools, 'node_modules', '@sparticuz', 'chromium', 'bin')
const folder = join(tools, 'node_modules', '.chromium') // it goes with the package that it comes from

function unpack() {
  const making = `${folder}.${process.pid}`
  mkdirSync(making, { recursive: true })
  const inflate = (name) => brotliDecompressSync(readFileSync(join(packed, name)))
  writeFileSync(join(making, 'chromium'), inflate('chromium.br'))
  chmodSync(join(making, 'chromium'), 0o755)
  for (const name of ['al2023.tar.br', 'fonts.tar.br']) execFileSync('tar', ['-x', '-C', making], { input: inflate(name) })
  for (const name of ['DejaVuSansMono.ttf', 'DejaVuSansMono-Bold.ttf']) { // the package has no font for code
    copyFileSync(join(tools, 'node_modules', 'dejavu-fonts-ttf', 'ttf', name), join(making, 'fonts', name))
  }
  writeFileSync(join(making, 'fonts.conf'), `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${folder}/fonts</dir><cachedir>${folder}/cache</cachedir>
<alias><family>monospace</family><prefer><family>DejaVu Sans Mono</family></prefer></alias>
<alias><family>sans-serif</family><prefer><family>Open Sans</family></prefer></alias>
<alias><family>system-ui</family><prefer><family>Open Sans</family></prefer></alias></fontconfig>\n`)
  try {
    renameSync(making, folder)
  } catch (failed) {
    if (!existsSync(folder)) throw failed
    rmSync(making, { recursive: true }) // another file of tests was faster
  }
}

// launch starts a browser that can reach no host but this machine, with more
// arguments.
export function launch(...more) {
  if (!existsSync(folder)) unpack()
  return chromium.launch({
    executablePath: join(folder, 'chromium'),
    env: { ...process.env, LD_LIBRARY_PATH: join(folder, 'lib'), FONTCONFIG_FILE: join(folder, 'fonts.conf') },
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
      '--disable-component-update', '--disable-sync', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1', ...more],
  })
}
