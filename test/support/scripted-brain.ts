import type { Brain, BrainEvent, Turn } from '../../src/spawner/spawner.ts'

/** Answers with what the script says for each turn, and remembers the turns. */
export interface ScriptedBrain extends Brain {
  turns: Turn[]
}

export type Script = (turn: Turn, signal: AbortSignal) => AsyncIterable<BrainEvent> | Iterable<BrainEvent>

export function createScriptedBrain(script: Script, attempts = 2): ScriptedBrain {
  const turns: Turn[] = []
  return {
    name: 'scripted',
    maxAttempts: attempts,
    hasSessions: false,
    hasTools: false,
    forget() {},
    turns,
    async *run(turn, signal) {
      turns.push(turn)
      yield* script(turn, signal)
    },
    async close() {},
  }
}

export const echo: Script = (turn) => [{ kind: 'done', text: `echo: ${turn.question}` }]

/** Says nothing until it is cut short, or until the test opens the gate. */
export function gated(gate: Promise<void>): Script {
  return async function* (turn, signal) {
    await Promise.race([gate, new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))])
    if (!signal.aborted) yield { kind: 'done', text: `echo: ${turn.question}` }
  }
}
