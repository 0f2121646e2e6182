import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Installation } from './installation.ts'
import type { ServiceLayout } from './layout.ts'
import { returnKeySteps } from './secrets-key.ts'
import type { Step } from './steps.ts'

export interface RemovalWishes {
  /** Also deletes the conversations and the configuration. */
  data: boolean
  /** Also removes the account of the service. */
  account: boolean
}

/** Everything that an installation made, in the order in which it can be removed. */
export function planRemoval(layout: ServiceLayout, found: Installation, wishes: RemovalWishes): Step[] {
  const { unitFile, systemctl, account } = layout
  const name = basename(unitFile)
  const isSystem = layout.scope === 'system'
  return [
    ...(found.unit === undefined
      ? []
      : [
          {
            says: 'Stopped the service. It no longer starts at boot.',
            actions: [{ run: [...systemctl, 'disable', '--now', '--quiet', name] }],
          },
          {
            says: `Removed ${unitFile}.`,
            actions: [{ run: ['rm', '-f', unitFile] }, { run: [...systemctl, 'daemon-reload'] }],
          },
        ]),
    ...(found.record?.lingeringEnabled
      ? [
          {
            says: `Switched lingering off for ${account}.`,
            actions: [{ run: ['loginctl', 'disable-linger', account] }],
          },
        ]
      : []),
    ...(found.credentials.length === 0
      ? []
      : [
          {
            says: `Removed the copies of secrets in ${layout.credentials}.`,
            actions: [{ run: ['rm', '-rf', layout.credentials] }],
          },
        ]),
    ...(wishes.data ? [] : returnKeySteps(layout, found.secretsKey)),
    ...dataSteps(layout, found, wishes),
    ...(isSystem && wishes.account && found.accountId !== undefined
      ? [{ says: `Removed the user "${account}".`, actions: [{ run: ['userdel', account] }] }]
      : []),
    ...emptyFolderSteps(layout),
  ]
}

function dataSteps(layout: ServiceLayout, found: Installation, { data, account }: RemovalWishes): Step[] {
  const configFolder = dirname(layout.configFile)
  if (data)
    return [
      {
        says: `Deleted the conversations in ${layout.data} and the configuration in ${configFolder}.`,
        actions: [{ run: ['rm', '-rf', layout.data, configFolder] }],
      },
    ]
  // Another account may get the number of the removed one, and must not get the conversations with it.
  if (layout.scope === 'system' && account && found.accountId !== undefined && found.dataOwner === found.accountId)
    return [
      {
        says: `Gave ${layout.data} to root.`,
        actions: [
          {
            run: ['chown', '-R', 'root:root', layout.data, ...(found.config === undefined ? [] : [layout.configFile])],
          },
        ],
      },
    ]
  return []
}

/** Folders that others use too go only if nothing is in them. */
function emptyFolderSteps({ scope, unitFile, dropIns, configFile }: ServiceLayout): Step[] {
  const units = dirname(unitFile)
  const folders =
    scope === 'system'
      ? [dropIns, dirname(configFile)]
      : [dropIns, join(units, 'default.target.wants'), units, dirname(units)]
  const remove = 'for folder; do rmdir "$folder" 2>/dev/null; done; true'
  if (!folders.some((folder) => existsSync(folder))) return []
  return [
    { says: 'Removed the folders that are empty now.', actions: [{ run: ['sh', '-c', remove, 'sh', ...folders] }] },
  ]
}
