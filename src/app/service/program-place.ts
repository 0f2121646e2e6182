import { realpathSync } from 'node:fs'
import type { Scope } from './layout.ts'

/** The problem with a place and how to solve it, in two sentences. */
export interface PlaceProblem {
  says: string
  steps: string[]
}

/** Why a service could not run this program, or not for long; undefined if nothing is wrong with its place. */
export function findPlaceProblem(
  { node, folder, npmName }: { node: string; folder: string; npmName: string },
  scope: Scope,
  realPath: (path: string) => string = realpathSync,
): PlaceProblem | undefined {
  const isPackage = folder.includes('/node_modules/')
  const install = scope === 'system' ? `npm install -g --prefix /opt/skein ${npmName}` : `npm install -g ${npmName}`
  if (realPath(folder).includes('/_npx/'))
    return {
      says: `This copy of Skein is in npm's cache (${folder}), from which npm may remove it at any time.`,
      steps: ['Install it to stay:', `  ${install}`],
    }
  if (isTemporary(realPath(folder)))
    return {
      says: `Skein is in ${folder}, which is emptied at every boot.`,
      steps: moveSteps(folder, isPackage, install),
    }
  if (scope === 'user') return undefined
  if (isHidden(realPath(folder)))
    return {
      says: `Skein is in ${folder}, and the service cannot see home folders.`,
      steps: [
        ...moveSteps(folder, isPackage, install),
        'Or install a service of your own user, which can see them:',
        '  skein service install --user',
      ],
    }
  if (isHidden(realPath(node)))
    return {
      says: `Node is in ${node}, and the service cannot see home folders.`,
      steps: [
        'Install Node 20.19 or newer for all users, for example with your distribution\'s package "nodejs", or copy this one:',
        `  sudo install -m 755 ${realPath(node)} /usr/local/bin/node`,
        'Then run this command again with that Node:',
        `  sudo /usr/local/bin/node ${folder}/dist/main.js service install`,
        'Or install a service of your own user, which can see it:',
        '  skein service install --user',
      ],
    }
  return undefined
}

function moveSteps(folder: string, isPackage: boolean, install: string): string[] {
  return isPackage
    ? ['Install it for all users, then run this command again from there:', `  sudo ${install}`]
    : ['Move it, then run this command again from there:', `  sudo mv ${folder} /opt/skein`]
}

/** What ProtectHome=yes hides. */
function isHidden(path: string): boolean {
  return /^\/(?:home|root|run\/user)(?:\/|$)/.test(path)
}

/** PrivateTmp=yes hides these as well. */
function isTemporary(path: string): boolean {
  return /^\/(?:tmp|var\/tmp|dev\/shm|run)(?:\/|$)/.test(path) && !isHidden(path)
}
