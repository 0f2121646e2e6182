import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Config } from '../../src/config/config.ts'
import type { Library } from '../../src/tasks/library/library.ts'

/** Folders with these files as the library of a configuration. */
export function createLibraryFolders(
  files: Record<string, string>,
  trusted: Record<string, string> = {},
): Config['library'] {
  const root = mkdtempSync(join(tmpdir(), 'skein-library-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const [folder, trustedFolder] = [join(root, 'notes'), join(root, 'own')]
  for (const [where, all] of [
    [folder, files],
    [trustedFolder, trusted],
  ] as const) {
    mkdirSync(where)
    for (const [path, content] of Object.entries(all)) {
      mkdirSync(dirname(join(where, path)), { recursive: true })
      writeFileSync(join(where, path), content)
    }
  }
  return { folders: [folder], trustedFolders: [trustedFolder] }
}

/** Runs the library until it has filed so many files. */
export async function fileLibrary({ library }: { library: Library }, files: number): Promise<void> {
  const stop = new AbortController()
  const running = library.run(stop.signal)
  const isFiled = () => library.report()?.says.en.startsWith(`${files} file`) === true
  while (!isFiled()) await new Promise((resolve) => setTimeout(resolve, 5))
  stop.abort()
  await running
}
