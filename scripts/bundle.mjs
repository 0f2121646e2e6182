import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

// Made by Node itself, or looking for files beside their own.
const besideTheirFiles = ['better-sqlite3', 'sqlite-vec']
// Three megabytes that nobody without a mailbox needs; in the one file they would be read at every start.
const forMail = ['imapflow', 'mailauth', 'mailparser', 'nodemailer', 'htmlparser2', 'tldts']
// And one that nobody without a provider of models needs.
const forProviders = ['ai', '@ai-sdk/anthropic', '@ai-sdk/openai-compatible']
// Few have programs that watch Skein.
const forNumbers = ['prom-client']
// And few sit behind a proxy.
const forProxies = ['undici']
// And few have more than one machine.
const forRunners = ['bullmq', 'ioredis']
const external = [...besideTheirFiles, ...forRunners, ...forMail, ...forProviders, ...forNumbers, ...forProxies]

// Our own sentences are English; fifty other languages would be read at every start.
const englishOnly = {
  name: 'english-only',
  setup: ({ onLoad }) =>
    onLoad({ filter: /zod\/v4\/locales\/index\.js$/ }, () => ({ contents: "export { default as en } from './en.js'" })),
}

// The log is written by this thread; pino's transports would load the library for worker threads at every start.
const noLogThreads = {
  name: 'no-log-threads',
  setup: ({ onLoad }) => onLoad({ filter: /pino\/lib\/transport\.js$/ }, () => ({ contents: '' })),
}

// A start rarely needs another process, and execa is a hundred modules.
const execaWhenNeeded = {
  name: 'execa-when-needed',
  setup: ({ onLoad }) =>
    onLoad({ filter: /modules\/lib\/child\.js$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8')
      const [before, after] = text.split("import { execa } from 'execa';")
      if (after === undefined) throw new Error('lib/child.js no longer imports execa')
      return { contents: escapeLetters(`${before}const execa = (...call) => require('execa').execa(...call);${after}`) }
    }),
}

// esbuild leaves letters in regular expressions as they are, and the program is read as ASCII (program-loader.mjs).
const ascii = {
  name: 'ascii',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.[cm]?js$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8')
      return isAscii(text) ? undefined : { contents: escapeLetters(text) }
    }),
}

// oxlint-disable-next-line no-control-regex
const isAscii = (text) => !/[^\0-\x7f]/.test(text)

/** Means the same in strings, templates, names and, as one or two units of UTF-16, in every regular expression. */
function escapeLetters(text) {
  const escaped = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  // A letter needs no backslash before it; with one, its escape would be read as a backslash and a "u".
  // oxlint-disable-next-line no-control-regex
  return text.replace(/(\\*)([^\0-\x7f])/g, (_, before, unit) => before.slice(before.length % 2) + escaped(unit))
}

const common = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  external,
  plugins: [englishOnly, noLogThreads, execaWhenNeeded, ascii],
  // A stack has the names of the sources all the same (program-loader.mjs).
  minify: true,
  legalComments: 'none',
  sourcemap: 'external',
  sourcesContent: false,
  logLevel: 'error',
}

/**
 * The compiled modules and the libraries they use, put together: seven hundred small files took three times as long to
 * start and a tenth more memory. `main.js` is what starts, `program-<hash>.cjs` all that it loads then; a module in it runs
 * when it is first imported, as before.
 */
export async function bundle(modules, folder) {
  /** @type {string | undefined} */
  let program
  const loadsProgram = {
    name: 'program',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^\.\/cli\/program\.js$/ }, () => ({ path: 'program', namespace: 'loader' }))
      onLoad({ filter: /^program$/, namespace: 'loader' }, async () => {
        program = await bundleProgram(join(modules, 'cli/program.js'), folder)
        return { contents: entry(program), resolveDir: fileURLToPath(new URL('.', import.meta.url)) }
      })
    },
  }
  await build({
    ...common,
    entryPoints: [join(modules, 'main.js')],
    outdir: folder,
    format: 'esm',
    sourcemap: true,
    plugins: [loadsProgram],
  })
  for (const name of readdirSync(folder)) {
    const isOld = name.startsWith('program-') && !(program && name.startsWith(program))
    if (isOld) rmSync(join(folder, name))
  }
  return program && join(folder, `${program}.cjs`)
}

/** Named after what is in it: a code cache beside it can only be its own. */
async function bundleProgram(entryPoint, folder) {
  const { outputFiles } = await build({
    ...common,
    entryPoints: [entryPoint],
    absWorkingDir: folder,
    outfile: join(folder, 'program.cjs'),
    write: false,
    format: 'cjs',
    // What is imported while running is in the same file, and needs no loader of modules.
    supported: { 'dynamic-import': false },
    define: { 'import.meta.url': 'moduleUrl' },
    // A function, so that the loader need not copy the text to make one of it. What it is made of are modules: strict.
    banner: {
      js: `(function(exports,require,module,__filename,__dirname){"use strict";const moduleUrl=require('node:url').pathToFileURL(__filename).href;`,
    },
    footer: { js: '})' },
  })
  const [map, text] = outputFiles
  if (!isAscii(text.text)) throw new Error('the program has to be ASCII, because it is read as that')
  const name = `program-${createHash('sha256').update(text.contents).digest('hex').slice(0, 16)}`
  writeFileSync(join(folder, `${name}.cjs`), text.contents)
  writeFileSync(join(folder, `${name}.cjs.map`), map.contents)
  return name
}

function entry(name) {
  return `
import { fileURLToPath } from 'node:url'
import { compileProgram, mapStacks, readCodeCache } from './program-loader.mjs'
const file = fileURLToPath(new URL('${name}.cjs', import.meta.url))
mapStacks(file)
export const { runCli } = compileProgram(file, readCodeCache(file + '.cache')).run()
`
}

if (process.argv[1]?.endsWith('bundle.mjs')) await bundle(process.argv[2], process.argv[3])
