import { join } from 'node:path'
import { build } from 'esbuild'

// Made by Node itself, or looking for files beside their own.
const external = ['better-sqlite3', 'sqlite-vec', 'pino']

// What some of the libraries call, and a module does not have.
const banner = "import{createRequire as requireOf}from'node:module';const require=requireOf(import.meta.url);"

// Our own sentences are English; fifty other languages would be read at every start.
const englishOnly = {
  name: 'english-only',
  setup: ({ onLoad }) =>
    onLoad({ filter: /zod\/v4\/locales\/index\.js$/ }, () => ({ contents: "export { default as en } from './en.js'" })),
}

/**
 * The compiled modules and the libraries they use, put together: seven hundred small files took three times as long to
 * start and a tenth more memory. What is imported while running (`import()`) stays apart and is loaded when it is used.
 */
export async function bundle(modules, folder) {
  await build({
    entryPoints: [join(modules, 'main.js')],
    outdir: folder,
    chunkNames: 'chunks/[name]-[hash]',
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external,
    plugins: [englishOnly],
    banner: { js: banner },
    // Names stay, for whoever reads a stack.
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    sourcemap: true,
    sourcesContent: false,
    logLevel: 'error',
  })
}

if (process.argv[1]?.endsWith('bundle.mjs')) await bundle(process.argv[2], process.argv[3])
