import { defineConfig, minifySync, parseSync, Visitor, type Plugin } from 'vite'

// Nobody reads the packages here: they become as short as they can.
const shortPackages: Plugin = {
  name: 'short-packages',
  generateBundle(_, bundle) {
    for (const made of Object.values(bundle)) if (made.type === 'chunk' && made.name === 'packages') made.code = minifySync(made.fileName, made.code, { module: true }).code
  },
}

// A browser loads one language: of each texts(en, da), what is built in a language has its own text alone.
const oneLanguage = (language: string): Plugin => ({
  name: 'one-language',
  apply: 'build',
  transform: {
    filter: { code: 'texts(' },
    handler(code, id) {
      const calls: { start: number; end: number; own: string }[] = []
      new Visitor({
        CallExpression({ callee, arguments: [en, da], start, end }) {
          if (callee.type !== 'Identifier' || callee.name !== 'texts' || !en || !da) return
          const own = language === 'da' ? da : en
          calls.push({ start, end, own: code.slice(own.start, own.end) })
        },
      }).visit(parseSync(id, code, { lang: 'js' }).program)
      return { code: calls.reduceRight((text, { start, end, own }) => `${text.slice(0, start)}(${own})${text.slice(end)}`, code), map: null }
    },
  },
})

// No script is fetched ahead: what would do that is as short as it can be.
const noPreload: Plugin = {
  name: 'no-preload',
  enforce: 'pre',
  load: (id) => id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load()' : null,
}

// What is the same in each language has no language in its name; the long texts are named by theirs.
const named = (language: string) => ({ name }: { name: string }) => ['index', 'packages', language].includes(name) ? `assets/${name}.js` : `assets/${name}.${language}.js`

// The build is committed, so it is readable and its names are stable: a change is a diff that a person can review.
// It is made once in each language: vite build --mode en, and da.
export default defineConfig(({ mode: language }) => ({
  base: './',
  plugins: [oneLanguage(language), noPreload, shortPackages],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  resolve: { preserveSymlinks: true }, // the packages stand in .tools, and what is built names no folder of a machine
  server: { proxy: { '^/(api|images|openapi|admin/session)': process.env.SHOP ?? 'http://127.0.0.1:8080' } },
  build: {
    outDir: '../gen/console',
    emptyOutDir: false,
    target: 'es2023',
    modulePreload: false,
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: { page: 'index.html', main: 'src/main.tsx', [language]: `src/text/${language}.ts` },
      preserveEntrySignatures: 'allow-extension', // the first script lends the others what they share
      experimental: { attachDebugInfo: 'none' },
      output: {
        minify: { compress: true, mangle: false, codegen: false },
        entryFileNames: named(language),
        chunkFileNames: named(language),
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'index', test: /src\/(start|lib\/language)\.ts$|preload-helper/ },
            { name: 'packages', test: /node_modules/ },
            // Small parts that only later pages share are one file: apart they pack worse.
            { name: 'parts', test: /src\/(parts\/(change-table|copy|create|edit|fields|form|conflict|got|history|list|order|scopes|secret|upload|picture)\.tsx?|lib\/slug\.ts)$/ },
          ],
        },
        assetFileNames: 'assets/[name][extname]',
      },
    },
  },
}))
