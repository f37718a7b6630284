import { defineConfig, minifySync, type Plugin } from 'vite'

// Local names in packages, which nobody reads here, become short: 2.5 kB of the first page.
const shortNames: Plugin = {
  name: 'short-names',
  transform: (code, id) => /node_modules.*\.m?js$/.test(id) ? { code: minifySync(id, code, { module: true, mangle: true, compress: true, codegen: false }).code } : undefined,
}

// The build is committed, so it is readable and its names are stable: a change is a diff that a person can review.
export default defineConfig({
  base: './',
  plugins: [shortNames],
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
        codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: 'parts', test: /src\/(parts\/(change-table|copy|create|edit|fields|form|conflict|got|history|list|order|scopes|secret|upload)\.tsx?|lib\/slug\.ts)$/ }] },
        assetFileNames: 'assets/[name][extname]',
      },
    },
  },
})
