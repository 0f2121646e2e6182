import type { Database } from '../database.ts'

/** Beyond these it is not our estimate that is off: something was counted that we did not send, or sent and not counted. */
const LEAST_RATIO = 0.5
const MOST_RATIO = 3
/** So much the past counts at most, so that a model that counts anew is followed within some dozen turns. */
const MEMORY = 50

/**
 * What a model reports divided by what we estimate, as learnt so far; 1 while nothing is known. A model is often named by
 * less than what it reports itself as: "sonnet" for claude-sonnet-5-5, "sonnet[1m]" for the same one. Where none fits the
 * name, or there is no name, whatever model answered last says most.
 */
export function readFactor(db: Database, brain: string, model?: string): number {
  const name = model?.replace(/\[[^[\]]*\]$/, '') ?? null
  const known = db
    .statement(
      `SELECT factor FROM estimate WHERE brain = @brain
       ORDER BY model IS @model DESC, model IS @name DESC, ifnull(instr(model, @name), 0) > 0 DESC, updated_at DESC LIMIT 1`,
    )
    .pluck()
    .get({ brain, model: model ?? null, name }) as number | undefined
  return known ?? 1
}

export interface Sample {
  brain: string
  model: string
  /** Tokens by our estimate, and as the model reported them, of the same text. */
  estimated: number
  reported: number
}

/** One more turn to learn from: a running mean, in which no single turn counts for more than the bounds allow. */
export function learnFactor(db: Database, { brain, model, estimated, reported }: Sample, now: Date): void {
  if (estimated <= 0 || reported <= 0) return
  const ratio = Math.min(MOST_RATIO, Math.max(LEAST_RATIO, reported / estimated))
  db.statement(
    `INSERT INTO estimate (brain, model, factor, samples, updated_at) VALUES (@brain, @model, @ratio, 1, @at)
     ON CONFLICT (brain, model) DO UPDATE SET
       factor = (factor * min(samples, ${MEMORY - 1}) + @ratio) / (min(samples, ${MEMORY - 1}) + 1),
       samples = samples + 1, updated_at = @at`,
  ).run({ brain, model, ratio, at: now.getTime() })
}
