declare module '*.css'
interface ImportMeta { env: { DEV: boolean } }
