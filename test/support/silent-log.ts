import { createLog } from '../../src/lib/log.ts'

export const silentLog = createLog({
  level: 'silent',
  format: 'json',
  destination: { write: () => true },
  scrub: (text) => text,
})
