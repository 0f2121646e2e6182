import { z } from 'zod'
import { jobKinds, jobStates } from '../../domain/job.ts'
import type { JobView } from '../../domain/job-desk.ts'
import { jobActs } from '../routes/schedule/owner-jobs.ts'
import { anyChat } from './chat-wire.ts'
import { time } from './overview-wire.ts'

const id = z.int().positive()
const words = z.string().max(4000)

export const jobShape = z.object({
  id: z.number(),
  kind: z.enum(jobKinds),
  name: z.string(),
  text: z.string(),
  source: z.enum(['file', 'person']),
  state: z.enum(jobStates),
  when: z.string(),
  isOnce: z.boolean(),
  timezone: z.string(),
  next: time.exactOptional(),
  person: z.string(),
  chat: anyChat.exactOptional(),
  destinations: z.array(z.string()),
  isOpen: z.boolean(),
}) satisfies z.ZodType<JobView>

export const wantedShape = z.object({ words, chat: anyChat })
export const editShape = z.object({ id, when: words.optional(), text: words.optional() })
export const snoozeShape = z.object({ id, until: words })
export const actShape = z.object({ id, act: z.enum(jobActs) })
