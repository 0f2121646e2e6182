import type { Defence } from './defence.ts'
import { delivering } from './delivering.ts'
import { keeping } from './keeping.ts'
import { mail } from './mail.ts'
import { page } from './page.ts'
import { people } from './people.ts'
import { permissions } from './permissions.ts'
import { privacy } from './privacy.ts'
import { servers } from './servers.ts'
import { storing } from './storing.ts'
import { texts } from './texts.ts'
import { working } from './working.ts'

/** Every defence that is taken out, one at a time. */
export const defences: Defence[] = [
  ...storing,
  ...working,
  ...delivering,
  ...people,
  ...mail,
  ...page,
  ...permissions,
  ...privacy,
  ...servers,
  ...texts,
  ...keeping,
]
