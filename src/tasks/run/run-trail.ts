import type { ReportedCall } from '../../domain/context-use.ts'
import type { KnownFile } from '../../domain/file.ts'
import type { Trust } from '../../domain/person.ts'
import { wholeBefore } from '../../lib/text/text.ts'
import type { LocalizedText } from '../../messages/localized.ts'
import type { Action, Usage } from '../../spawner/spawner.ts'
import type { Epoch } from '../../store/recall/epochs.ts'

/** What a run leaves behind beside its answer. */
export interface Trail {
  /** Who is asked: the chosen one, or who stands in for it. */
  brain: string
  /** What it has said so far, without secrets. */
  text: string
  /** What the model thought on the way, as far as it told and as much as is kept, without secrets. */
  thought: string
  /** By the clock that only counts. */
  begunAt: number
  usage: BookedUsage[]
  /** What it has done so far, told without secrets. */
  actions: Action[]
  files: KnownFile[]
  /** What was not done because nobody was there to be asked, each in a sentence. */
  refused: LocalizedText[]
  epoch: Epoch | undefined
  /** What this turn adds to its session, by our estimate. */
  adds: number | undefined
  /** Writes down what the model saw, if that is not done yet. */
  record(): void
  /** Adds to that what the brain said of its last request. */
  report(call: ReportedCall): void
  trust: Trust
}

/** Booked to whoever used it up. */
export interface BookedUsage extends Usage {
  brain: string
}

/** The trails of the runs under way: whoever cuts a run short keeps what it had said, in the commit that ends it. */
export interface Trails {
  begin(task: number, brain: string, begunAt: number): Trail
  of(task: number): Trail | undefined
  /** Only its own: after /stop and /retry one task may have two runs for a moment. */
  end(task: number, trail: Trail): void
}

export function createTrails(): Trails {
  const under = new Map<number, Trail>()
  return {
    begin(task, brain, begunAt) {
      const trail: Trail = {
        brain,
        text: '',
        thought: '',
        begunAt,
        usage: [],
        actions: [],
        files: [],
        refused: [],
        epoch: undefined,
        adds: undefined,
        record() {},
        report() {},
        trust: 'untrusted',
      }
      under.set(task, trail)
      return trail
    },
    of: (task) => under.get(task),
    end(task, trail) {
      if (under.get(task) === trail) under.delete(task)
    },
  }
}

/** Of what a tool was given, of what came back, and of what was thought: more is in files and sessions, not in the store. */
const MAX_STORED_CHARS = { step: 4_000, thought: 20_000 }

/** An action as it is kept with an answer. */
export function keptAction({ line, failed, input, output }: Action, scrub: (text: string) => string): Action {
  return {
    line: scrub(line),
    failed,
    ...(input !== undefined && { input: keptText(input, scrub, MAX_STORED_CHARS.step) }),
    ...(output !== undefined && { output: keptText(output, scrub, MAX_STORED_CHARS.step) }),
  }
}

/** Without secrets first, and only then shortened: half a secret is found by nobody. */
export function keptText(text: string, scrub: (text: string) => string, most = MAX_STORED_CHARS.thought): string {
  const clean = scrub(text)
  if (clean.length <= most) return clean
  const cut = wholeBefore(clean, most)
  return `${clean.slice(0, cut)}\n… (${(clean.length - cut).toLocaleString('en')} characters more)`
}
