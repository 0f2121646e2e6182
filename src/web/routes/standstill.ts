import type { WireStandstill } from '../page/wire/wire.ts'
import type { HealthService } from './health-api.ts'

type Facts = Pick<ReturnType<HealthService['overview']>, 'brain' | 'disk' | 'safeMode'>

/** What keeps every message from being answered. A model that will be back by itself is waited for, not reported. */
export function toWireStandstill({ brain, disk, safeMode }: Facts): WireStandstill | undefined {
  if (disk === 'full') return { kind: 'disk' }
  if (safeMode) return { kind: 'crashes' }
  const { name, trouble, standIn } = brain
  if (trouble?.cause === undefined || standIn !== undefined) return undefined
  return { kind: 'model', brain: name, why: trouble.cause, until: trouble.until.getTime() }
}
