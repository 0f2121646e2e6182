import type { Connection } from '../../../wire/connect-wire.ts'

/** What somebody new may want to do first, in this order. */
export const firstSteps = ['brain', 'channel', 'import'] as const

export type FirstStep = (typeof firstSteps)[number]

/** Whoever has talked this much knows their way. */
const fewChats = 5

export interface Known {
  /** Who answers. */
  brain: string
  connections: readonly Connection[]
  chats: number
  /** Done, or not wanted. */
  gone: readonly FirstStep[]
}

export interface OpenStep {
  step: FirstStep
  /** Where in Settings it is done. */
  place: string
  /** It is seen to, and holds from the next start on. */
  isWaiting: boolean
}

/** Those that are still open. */
export function openSteps({ brain, connections, chats, gone }: Known): OpenStep[] {
  const of = (...names: Connection['name'][]) => connections.filter(({ name }) => names.includes(name))
  const brains = of('claude', 'provider')
  const channels = of('telegram', 'talk', 'email')
  const isOpen = {
    brain: brain === 'demo',
    channel: chats < fewChats && !channels.some(({ isSet, isWaiting }) => isSet && !isWaiting),
    import: chats < fewChats,
  }
  const saved = (given: Connection[]) => given.find(({ isSet, isWaiting }) => isSet && isWaiting)?.name
  const waiting = { brain: saved(brains), channel: saved(channels), import: undefined }
  return firstSteps
    .filter((step) => isOpen[step] && !gone.includes(step))
    .map((step) => ({ step, place: waiting[step] ?? places[step], isWaiting: waiting[step] !== undefined }))
}

const places: Record<FirstStep, string> = { brain: 'claude', channel: 'telegram', import: 'import' }

const kept = 'first-run'

/** What of the browser's storage is used. */
interface Keep {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
}

export function readGone(storage: Pick<Keep, 'getItem'>): FirstStep[] {
  const names = (storage.getItem(kept) ?? '').split(' ')
  return firstSteps.filter((step) => names.includes(step))
}

export function dismiss(storage: Keep, step: FirstStep): FirstStep[] {
  const gone = [...new Set([...readGone(storage), step])]
  storage.setItem(kept, gone.join(' '))
  return gone
}
