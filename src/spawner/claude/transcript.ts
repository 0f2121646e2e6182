import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

// The CLI keeps each session in <config>/projects/<working folder>/<session>.jsonl. What the lines mean is its own
// affair and changes with its versions; that they are lines of JSON, and named as it named them to us, does not.

/**
 * Whether a session may be resumed. The CLI takes up a damaged transcript without a word, with whatever is left of it,
 * and one that it was killed over may lack the last turn (2.1.197 writes after it has answered).
 * A transcript that we can't find is for the CLI to judge.
 */
export async function isWhole(configDir: string, session: string, recorded: string | undefined): Promise<boolean> {
  const file = await findTranscript(configDir, session)
  if (!file) return true
  const text = await readFile(file, 'utf8').catch(() => '')
  return text.endsWith('\n') && text.trimEnd().split('\n').every(isJson) && text.includes(recorded ?? '')
}

/** It holds the conversation a second time, in plain text: it goes as soon as nobody will ask for it. */
export async function removeTranscript(configDir: string, session: string): Promise<void> {
  const file = await findTranscript(configDir, session)
  if (!file) return
  await rm(file, { force: true })
  await rm(file.slice(0, -suffix.length), { recursive: true, force: true })
}

/**
 * To be called once at start: removes what a daemon that died left of sessions nobody will go on with. Only for a folder
 * that is ours alone; in a person's own one the others are theirs.
 */
export async function sweepTranscripts(configDir: string, kept: ReadonlySet<string>): Promise<void> {
  const projects = join(configDir, 'projects')
  for (const folder of await readdir(projects).catch((): string[] => [])) {
    for (const name of await readdir(join(projects, folder)).catch((): string[] => [])) {
      const session = name.endsWith(suffix) ? name.slice(0, -suffix.length) : name
      if (!kept.has(session)) await rm(join(projects, folder, name), { recursive: true, force: true })
    }
  }
}

const suffix = '.jsonl'

async function findTranscript(configDir: string, session: string): Promise<string | undefined> {
  const projects = join(configDir, 'projects')
  for (const folder of await readdir(projects).catch((): string[] => [])) {
    const names = await readdir(join(projects, folder)).catch((): string[] => [])
    if (names.includes(`${session}${suffix}`)) return join(projects, folder, `${session}${suffix}`)
  }
  return undefined
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line)
    return true
  } catch {
    return false
  }
}
