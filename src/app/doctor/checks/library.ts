import { readdirSync } from 'node:fs'
import { libraryFolders } from '../../../config/library-folders.ts'
import type { LibraryFolder } from '../../../domain/library.ts'
import { printable } from '../../../lib/text/visible.ts'
import { libraryMessages } from '../../../messages/library-messages.ts'
import { openReadOnly } from '../../../store/database.ts'
import { librarySize, libraryTroubles } from '../../../store/library/library-search.ts'
import { canReadPdfs } from '../../../tasks/library/pdf-text.ts'
import { bad, type CheckResult, configCheck, note, ok } from '../check.ts'
import { libraryCheckMessages as texts } from '../words/library-check-messages.ts'

/** Whether the folders can be opened, and what could not be read in them. No finding without a library. */
const folders = configCheck('store.library', texts.folders, (config, { env, store }) => {
  const all = libraryFolders(config, env)
  if (all.length === 0) return undefined
  const closed = all.filter((folder) => !canOpen(folder))
  const findings = closed.map(({ path }) => bad(texts.folders.cannotOpen(path), texts.folders.open))
  if (store.status !== 'ready') return findings
  const db = openReadOnly(store.file)
  try {
    const troubles = libraryTroubles(db, all).map(({ files, example, problem }) => {
      const says = libraryMessages.problem(files, printable(example), libraryMessages.problems[problem])
      return note(says, texts.folders.files)
    })
    const { files, passages } = librarySize(db, all)
    const wrong: CheckResult[] = [...findings, ...troubles]
    return wrong.length > 0 ? wrong : ok(texts.folders.filed(files, passages))
  } finally {
    db.close()
  }
})

function canOpen({ path }: LibraryFolder): boolean {
  try {
    readdirSync(path)
    return true
  } catch {
    return false
  }
}

const pdf = configCheck('store.library-pdf', texts.pdf, async (config, { env }, signal) => {
  if (libraryFolders(config, env).length === 0) return undefined
  return (await canReadPdfs(env, signal)) ? ok(texts.pdf.can) : note(texts.pdf.cannot, texts.pdf.install)
})

export const libraryChecks = [folders, pdf]
