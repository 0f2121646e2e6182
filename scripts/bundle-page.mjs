import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'esbuild'

const worker = 'notices-worker.ts'
const diagrams = 'diagrams/frame.ts'
// What page.html names of its own sources: the script and the style.
const named = /(src|href)="\/([\w/-]+\.(?:tsx?|css))"/g

/**
 * The page as browsers get it: one script and one style, each named after what is in it, so that it can be kept for good,
 * and everything beside its compressed forms.
 */
export async function bundlePage(source, folder) {
  mkdirSync(folder, { recursive: true })
  const html = readFileSync(join(source, 'page.html'), 'utf8')
  const entries = [...html.matchAll(named)].map(([, , path]) => path)
  const shared = {
    outdir: folder,
    absWorkingDir: folder,
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    legalComments: 'none',
    logLevel: 'error',
  }
  const { metafile } = await build({
    ...shared,
    entryPoints: entries.map((path) => join(source, path)),
    entryNames: '[name]-[hash]',
    metafile: true,
  })
  // The browser knows a worker by its name, and asks for it anew by itself.
  await build({ ...shared, entryPoints: [join(source, worker)] })
  await bundleFrame(shared, join(source, diagrams), join(folder, 'diagrams.html'))
  const outputs = Object.entries(metafile.outputs)
  const made = (path) => outputs.find(([, { entryPoint }]) => entryPoint?.endsWith(path))?.[0]
  const finished = html.replaceAll(named, (_, attribute, path) => `${attribute}="/${made(path)}"`)
  writeFileSync(join(folder, 'page.html'), finished)
  const asTheyAre = readdirSync(source).filter((name) => /\.(svg|png|webmanifest)$/.test(name))
  for (const name of asTheyAre) copyFileSync(join(source, name), join(folder, name))
  // A PNG is compressed already.
  const text = asTheyAre.filter((name) => !name.endsWith('.png'))
  for (const name of ['page.html', ...text, ...outputs.map(([path]) => path), worker.replace('.ts', '.js')])
    compress(join(folder, name))
}

/** A document with its script in it, because it may load nothing. It is large, so only its compressed form is kept. */
async function bundleFrame(shared, source, file) {
  const { outputFiles } = await build({ ...shared, format: 'iife', entryPoints: [source], write: false })
  const script = outputFiles[0].text
  writeFileSync(
    `${file}.gz`,
    gzipSync(`<!doctype html><meta charset="utf-8"><body><script>${script}</script>`, { level: 9 }),
  )
}

function compress(file) {
  const bytes = readFileSync(file)
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }))
}
