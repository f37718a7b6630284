import { defineConfig, minifySync, type Plugin } from 'vite'

// Nobody reads the packages here: they become as short as they can.
const shortPackages: Plugin = {
  name: 'short-packages',
  generateBundle(_, bundle) {
    for (const made of Object.values(bundle)) if (made.type === 'chunk' && made.name === 'packages') made.code = minifySync(made.fileName, made.code, { module: true }).code
  },
}

// The build is committed, so it is readable and its names are stable: a change is a diff that a person can review.
export default defineConfig({
  base: './',
  plugins: [shortPackages],
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
      experimental: { attachDebugInfo: 'none' },
      output: {
        minify: { compress: true, mangle: false, codegen: false },
        entryFileNames: 'assets/[name].js',
        chunkFileNames: 'assets/[name].js',
        // Small parts that only later pages share are one file: apart they pack worse.
        codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: 'packages', test: /node_modules/ }, { name: 'parts', test: /src\/(parts\/(change-table|copy|create|edit|fields|form|conflict|got|history|list|order|scopes|secret|upload|picture)\.tsx?|lib\/slug\.ts)$/ }] },
        assetFileNames: 'assets/[name][extname]',
      },
    },
  },
})
