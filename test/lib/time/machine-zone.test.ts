import { expect, test } from 'vitest'
import { machineZone } from '../../../src/lib/time/machine-zone.ts'

test('the zone of the machine is the one that Intl tells, whichever way it is found', () => {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  expect(machineZone({ TZ: timeZone })).toBe(timeZone)
  // Without TZ the link of the system is read; where the tests set none, both are the same zone.
  if (process.env.TZ === undefined) expect(machineZone({})).toBe(timeZone)
  else expect(() => Intl.DateTimeFormat('en', { timeZone: machineZone({}) })).not.toThrow()
})
