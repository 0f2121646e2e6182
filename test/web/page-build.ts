import { copyFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const source = fileURLToPath(new URL('../../src/web/page', import.meta.url))

/** The page as the build makes it, without the type check: into a folder of the test's own, so that no build is raced. */
export function buildPage(folder: string): string {
  for (const name of readdirSync(source, { recursive: true, encoding: 'utf8' })) {
    const from = join(source, name)
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    if (statSync(from).isDirectory()) continue
    if (!name.endsWith('.ts')) copyFileSync(from, join(folder, name))
    else writeFileSync(join(folder, name.replace(/\.ts$/, '.js')), compile(readFileSync(from, 'utf8')))
  }
  return folder
}

function compile(text: string): string {
  const compilerOptions = {
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.ESNext,
    rewriteRelativeImportExtensions: true,
    verbatimModuleSyntax: true,
  }
  return ts.transpileModule(text, { compilerOptions }).outputText
}
