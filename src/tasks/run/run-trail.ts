import type { ReportedCall } from '../../domain/context-use.ts'
import type { KnownFile } from '../../domain/file.ts'
import { lowestTrust, type Trust } from '../../domain/person.ts'
import { wholeBefore } from '../../lib/text/text.ts'
import type { LocalizedText } from '../../messages/localized.ts'
import type { Action, Brain, Usage } from '../../spawner/spawner.ts'
import type { Epoch } from '../../store/recall/epochs.ts'
import type { ActionStep } from '../../store/work/answers.ts'
import type { Claim } from '../../store/work/claims.ts'

/** Why a run is cut short. */
export type CutReason = 'stop' | 'shutdown' | 'timeout' | 'fenced'

/** What a run collects besides its final answer. */
export interface Trail {
  /** The brain being asked: the chosen one or its stand-in. */
  brain: string
  /** The text so far, with secrets removed. */
  text: string
  /** Divides the text at the actions. */
  said: SaidText
  /** The model's thinking, as far as it is reported, shortened and with secrets removed. */
  thought: string
  /** By the monotonic clock. */
  begunAt: number
  usage: BookedUsage[]
  /** The actions so far, with secrets removed. */
  actions: ActionStep[]
  files: KnownFile[]
  /** One sentence for each action that was refused because nobody could be asked. */
  refused: LocalizedText[]
  epoch: Epoch | undefined
  /** Our estimate, in tokens, of what this turn adds to its session. */
  adds: number | undefined
  /** Stores the assembly unless that is done already. */
  record(): void
  /** Adds the figures the brain reported for its last request to the assembly. */
  report(call: ReportedCall): void
  trust: Trust
}

/** Usage, with the brain it is booked to. */
export interface BookedUsage extends Usage {
  brain: string
}

/** One brain's part in the run of a task. */
export interface BrainRun {
  claim: Claim
  trail: Trail
  brain: Brain
}

/** What the model wrote between its actions. */
export interface SaidText {
  setDraft(text: string): void
  /** The draft is over, and another follows. */
  endDraft(text: string): void
  /** What was written since the last action. */
  take(): string
}

export function createSaidText(): SaidText {
  let draft = ''
  /** The draft at the last action. */
  let taken = ''
  let isOver = false
  return {
    setDraft(text) {
      if (isOver || !text.startsWith(taken)) taken = ''
      isOver = false
      draft = text
    },
    endDraft(text) {
      draft = text
      isOver = true
    },
    take() {
      const said = draft.slice(taken.length)
      taken = draft
      return said.trim()
    },
  }
}

/** The trails of running tasks. A stop uses them to send the partial answer in the commit that ends the task. */
export interface Trails {
  begin(task: number, brain: string, begunAt: number): Trail
  of(task: number): Trail | undefined
  /** Something less trusted was shown to the model of this task. */
  lower(task: number, trust: Trust): void
  /** Removes only this trail: after /stop and /retry a task may briefly have two runs. */
  end(task: number, trail: Trail): void
}

export function createTrails(): Trails {
  const trails = new Map<number, Trail>()
  return {
    begin(task, brain, begunAt) {
      const trail: Trail = {
        brain,
        text: '',
        said: createSaidText(),
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
      trails.set(task, trail)
      return trail
    },
    of: (task) => trails.get(task),
    lower(task, trust) {
      const trail = trails.get(task)
      if (trail) trail.trust = lowestTrust([trail.trust, trust])
    },
    end(task, trail) {
      if (trails.get(task) === trail) trails.delete(task)
    },
  }
}

/** How much of a tool's input and output and of the model's thoughts is stored with an answer. */
const MAX_STORED_CHARS = { step: 4_000, thought: 20_000 }

/** An action as it is stored with an answer. `said` has no secrets any more. */
export function toStoredAction(
  { line, failed, input, output }: Action,
  said: string,
  scrub: (text: string) => string,
): ActionStep {
  return {
    line: scrub(line),
    failed,
    ...(said !== '' && { said }),
    ...(input !== undefined && { input: toStoredText(input, scrub, MAX_STORED_CHARS.step) }),
    ...(output !== undefined && { output: toStoredText(output, scrub, MAX_STORED_CHARS.step) }),
  }
}

/** Removes secrets before shortening, because half a secret would not be recognised. */
export function toStoredText(text: string, scrub: (text: string) => string, max = MAX_STORED_CHARS.thought): string {
  const clean = scrub(text)
  if (clean.length <= max) return clean
  const cut = wholeBefore(clean, max)
  return `${clean.slice(0, cut)}\n… (${(clean.length - cut).toLocaleString('en')} characters more)`
}
