import type { ReportedCall } from '../../domain/context-use.ts'
import type { KnownFile } from '../../domain/file.ts'
import type { Trust } from '../../domain/person.ts'
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
  usage: Spent[]
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
export interface Spent extends Usage {
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
