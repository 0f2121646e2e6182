import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'esbuild'

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
  const { metafile } = await build({
    entryPoints: entries.map((path) => join(source, path)),
    outdir: folder,
    entryNames: '[name]-[hash]',
    absWorkingDir: folder,
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    legalComments: 'none',
    metafile: true,
    logLevel: 'error',
  })
  const outputs = Object.entries(metafile.outputs)
  const made = (path) => outputs.find(([, { entryPoint }]) => entryPoint?.endsWith(path))?.[0]
  const finished = html.replaceAll(named, (_, attribute, path) => `${attribute}="/${made(path)}"`)
  writeFileSync(join(folder, 'page.html'), finished)
  const pictures = readdirSync(source).filter((name) => name.endsWith('.svg'))
  for (const name of pictures) copyFileSync(join(source, name), join(folder, name))
  for (const name of ['page.html', ...pictures, ...outputs.map(([path]) => path)]) compress(join(folder, name))
}

function compress(file) {
  const bytes = readFileSync(file)
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }))
}
