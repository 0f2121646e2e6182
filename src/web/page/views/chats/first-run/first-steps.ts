import type { Connection } from '../../../wire/settings-wire.ts'
import { connectionsOfStep } from '../../../wire/setup-wire.ts'

/** In this order. */
export const firstSteps = ['brain', 'channel', 'import'] as const

export type FirstStep = (typeof firstSteps)[number]

/** Owners with this many chats know their way. */
const fewChats = 5

export interface FirstStepFacts {
  /** The model that answers. */
  brain: string
  connections: readonly Connection[]
  chats: number
  /** Dismissed steps. */
  gone: readonly FirstStep[]
}

export interface OpenStep {
  step: FirstStep
  /** The section of Settings. */
  place: string
  /** Set up, but needs a restart. */
  isWaiting: boolean
}

export function openSteps({ brain, connections, chats, gone }: FirstStepFacts): OpenStep[] {
  const of = (names: readonly Connection['name'][]) => connections.filter(({ name }) => names.includes(name))
  const brains = of(connectionsOfStep.brain)
  const channels = of(connectionsOfStep.channel)
  const isOpen = {
    brain: brain === 'demo',
    channel: chats < fewChats && !channels.some(({ isSet, isWaiting }) => isSet && !isWaiting),
    import: chats < fewChats,
  }
  const saved = (connections: Connection[]) => connections.find(({ isSet, isWaiting }) => isSet && isWaiting)?.name
  const waiting = { brain: saved(brains), channel: saved(channels), import: undefined }
  return firstSteps
    .filter((step) => isOpen[step] && !gone.includes(step))
    .map((step) => ({ step, place: waiting[step] ?? stepPlaces[step], isWaiting: waiting[step] !== undefined }))
}

/** The section of Settings for each step. */
export const stepPlaces: Record<FirstStep, string> = { brain: 'models', channel: 'telegram', import: 'import' }

const storageKey = 'first-run'

/** The used part of the browser's storage. */
interface Keep {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
}

export function readGone(storage: Pick<Keep, 'getItem'>): FirstStep[] {
  const names = (storage.getItem(storageKey) ?? '').split(' ')
  return firstSteps.filter((step) => names.includes(step))
}

export function dismissStep(storage: Keep, step: FirstStep): FirstStep[] {
  const dismissed = [...new Set([...readGone(storage), step])]
  storage.setItem(storageKey, dismissed.join(' '))
  return dismissed
}
