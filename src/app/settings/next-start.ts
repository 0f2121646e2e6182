import { type Change, withEntry, withKey, withoutEntry, withoutKey } from '../../config/set-here/changes.ts'
import { keepSetHere, readSetHere } from '../../config/set-here/kept.ts'
import { checkWith } from '../../config/set-here/layer.ts'
import { standing } from '../../config/set-here/overlay.ts'
import { differsAt, type Saved, savedOf, sourcesOf } from '../../config/set-here/saved.ts'
import { formTables } from '../../config/set-here/tables.ts'
import { readWritten, type Written } from '../../config/written.ts'
import { ConfigError } from '../../domain/errors.ts'
import type { NextStartDoor } from '../../web/routes/settings/next-start-api.ts'

export interface NextStartDeps {
  /** Undefined: the default file, which need not exist. */
  configFile: string | undefined
  dataDir: string
  env: NodeJS.ProcessEnv
}

/** What the configuration will say at the next start, and the way to change that without a hand in its file. */
export function createNextStart({ configFile, dataDir, env }: NextStartDeps): NextStartDoor {
  let last = look()
  const running = last.saved
  // What gave way to the file at this start must not be back when the file is changed again.
  if (last.gaveWay) keepSetHere(dataDir, running.setHere)

  function look(): { saved: Saved; written: Written; gaveWay: boolean } {
    const written = readWritten(configFile, env)
    const { standing: setHere, overtaken } = standing(written.tree(), readSetHere(dataDir).setHere)
    return { saved: savedOf(written.tree(), setHere), written, gaveWay: overtaken.length > 0 }
  }

  /** A file that somebody is about to repair says nothing new. */
  function newest(): typeof last {
    try {
      last = look()
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
    }
    return last
  }

  function change(made: (saved: Saved) => Change): string | undefined {
    const { problem } = readSetHere(dataDir)
    if (problem !== undefined) return problem
    const { saved, written } = newest()
    const wanted = made(saved)
    if ('problem' in wanted) return wanted.problem
    const known = new Set(checkWith(written, env, saved.setHere).problems.map(({ says }) => says))
    const wrong = checkWith(written, env, wanted.setHere).problems.filter(({ says }) => !known.has(says))
    if (wrong.length > 0) return wrong.map(({ says }) => `${capitalized(says)}.`).join(' ')
    keepSetHere(dataDir, wanted.setHere)
    return undefined
  }

  return {
    read() {
      const { saved } = newest()
      return {
        sources: sourcesOf(saved),
        differs: (key) => differsAt(saved, running, key.split('.')),
        tables: formTables(saved, running),
        isWaiting: differsAt(saved, running, []),
      }
    },
    set: (key, text) => change((saved) => withKey(saved, key, text)),
    reset: (key) => change((saved) => withoutKey(saved, key)),
    add: (table, title, values) => change((saved) => withEntry(saved, table, title, values)),
    remove: (entry) => change((saved) => withoutEntry(saved, entry)),
  }
}

/** A sentence that begins with a key keeps it as it is spelled. */
function capitalized(says: string): string {
  return /^[\w-]+\./.test(says) ? says : says.charAt(0).toUpperCase() + says.slice(1)
}
