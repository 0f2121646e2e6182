import { createHash } from 'node:crypto'
import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { lowestTrust, type Trust } from '../../domain/person.ts'
import { makeFolder } from '../../lib/folders.ts'
import { parseJson } from '../../lib/text/json.ts'
import type { CallResult, SessionStep, Sessions, SessionTurn } from '../../spawner/native/session.ts'

type Line =
  | { t: 'turn'; task: number; text: string; files: SessionTurn['files'] }
  | { t: 'step'; said: string; calls: SessionStep['calls']; trust: Trust }
  | { t: 'result'; result: CallResult; trust: Trust }
  | { t: 'joined'; text: string }
  | { t: 'answer'; text: string }

interface KeptTurn extends SessionTurn {
  trusts: Trust[]
}

export interface Transcripts extends Sessions {
  remove(session: string): void
  removeOthers(kept: ReadonlySet<string>): void
}

/**
 * The sessions of native models on a runner: one file for each, to which lines are added. They are a cache. If one is
 * lost or damaged, the daemon opens another session. Those that were last used before `oldest` are deleted.
 */
export function createTranscripts(dir: string, oldest: Date): Transcripts {
  const folder = join(dir, 'sessions')
  makeFolder(folder)
  for (const name of readdirSync(folder)) {
    if (statSync(join(folder, name)).mtimeMs < oldest.getTime()) rmSync(join(folder, name))
  }
  const nameOf = (session: string) => createHash('sha256').update(session).digest('hex')
  const pathOf = (session: string) => join(folder, nameOf(session))
  /** Removes transcripts and their views. The names of views have more after a dot. */
  const removeNamed = (isRemoved: (name: string) => boolean) => {
    for (const name of readdirSync(folder)) if (isRemoved(name.split('.')[0] ?? '')) rmSync(join(folder, name))
  }

  function read(session: string): KeptTurn[] {
    const path = pathOf(session)
    const turns: KeptTurn[] = []
    if (!existsSync(path)) return turns
    for (const text of readFileSync(path, 'utf8').split('\n')) {
      // A line that was cut by a crash is the last one.
      const line = parseJson(text) as Line | undefined
      if (line) addLine(turns, line)
    }
    return turns
  }

  return {
    remove: (session) => removeNamed((name) => name === nameOf(session)),
    removeOthers(kept) {
      const names = new Set([...kept].map(nameOf))
      removeNamed((name) => !names.has(name))
    },
    read(session) {
      const turns = read(session)
      const viewPath = `${pathOf(session)}.view`
      const view = existsSync(viewPath) ? readFileSync(viewPath, 'utf8') : undefined
      return { turns, view, usedAt: turns.length === 0 ? undefined : statSync(pathOf(session)).mtime }
    },
    begin(session, task, { text, files }) {
      const path = pathOf(session)
      const add = (line: Line) => appendFileSync(path, `${JSON.stringify(line)}\n`, { mode: 0o600 })
      const begun = read(session).findLast((turn) => turn.task === task && turn.answer === undefined)
      if (!begun) add({ t: 'turn', task, text, files: files.map((file) => ({ ...file })) })
      return {
        steps: begun?.steps ?? [],
        trust: begun && begun.trusts.length > 0 ? lowestTrust(begun.trusts) : undefined,
        addStep: ({ said, calls }, trust) => add({ t: 'step', said, calls, trust }),
        addResult: (result, trust) => add({ t: 'result', result, trust }),
        addJoined: (joined) => add({ t: 'joined', text: joined }),
        finish: (answer) => add({ t: 'answer', text: answer }),
      }
    },
    saveView(session, view) {
      const path = `${pathOf(session)}.view`
      writeFileSync(`${path}.new`, view, { mode: 0o600 })
      renameSync(`${path}.new`, path)
    },
  }
}

function addLine(turns: KeptTurn[], line: Line): void {
  const turn = turns.at(-1)
  const step = turn?.steps.at(-1)
  switch (line.t) {
    case 'turn': {
      const { task, text, files } = line
      turns.push({ task, text, files, steps: [], answer: undefined, trusts: [] })
      return
    }
    case 'step':
      turn?.steps.push({ said: line.said, calls: line.calls, results: [], joined: undefined })
      turn?.trusts.push(line.trust)
      return
    case 'result':
      step?.results.push(line.result)
      turn?.trusts.push(line.trust)
      return
    case 'joined':
      if (step) step.joined = step.joined === undefined ? line.text : `${step.joined}\n\n${line.text}`
      return
    case 'answer':
      if (turn) turn.answer = line.text
  }
}
