import type { Answer } from '../../api.ts'
import type { Activity } from '../../wire/activity-wire.ts'

/** What somebody does here; the answer says how all of it stands then. */
export type Act = (done: Promise<Answer<Activity>>) => void
