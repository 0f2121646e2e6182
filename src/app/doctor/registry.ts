import { areaOf, areas, type DoctorCheck } from './check.ts'
import { backupChecks } from './checks/backups.ts'
import { channelChecks } from './checks/channels.ts'
import { diskAndClockChecks } from './checks/disk-and-clock.ts'
import { emailChecks } from './checks/email.ts'
import { installationChecks } from './checks/installation.ts'
import { libraryChecks } from './checks/library.ts'
import { modelChecks } from './checks/models.ts'
import { permissionChecks } from './checks/permissions.ts'
import { runnerChecks } from './checks/runners.ts'
import { sandboxChecks } from './checks/sandbox.ts'
import { secretChecks } from './checks/secrets.ts'
import { serviceChecks } from './checks/service.ts'
import { speechChecks } from './checks/speech.ts'
import { spendingChecks } from './checks/spending.ts'
import { storeChecks } from './checks/store.ts'
import { talkChecks } from './checks/talk.ts'
import { telegramChecks } from './checks/telegram.ts'
import { vectorChecks } from './checks/vectors.ts'
import { workChecks } from './checks/work.ts'

/** Everything that can be wrong, by area. A test demands for each that it is shown failing, and passing afterwards. */
export const registry: readonly DoctorCheck[] = [
  ...installationChecks,
  ...permissionChecks,
  ...storeChecks,
  ...libraryChecks,
  ...diskAndClockChecks,
  ...channelChecks,
  ...telegramChecks,
  ...talkChecks,
  ...emailChecks,
  ...speechChecks,
  ...modelChecks,
  ...vectorChecks,
  ...runnerChecks,
  ...sandboxChecks,
  ...serviceChecks,
  ...backupChecks,
  ...secretChecks,
  ...workChecks,
  ...spendingChecks,
].toSorted((a, b) => areas.indexOf(areaOf(a.id)) - areas.indexOf(areaOf(b.id)))
