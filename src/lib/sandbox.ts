import { lstatSync, readlinkSync } from 'node:fs'
import { dirname } from 'node:path'

/** What a process in a sandbox sees beside the system itself, and whether it reaches the network. */
export interface View {
  readable: string[]
  writable: string[]
  network: boolean
  /** The most that /tmp and shared memory, each, may hold: both are made of memory. */
  scratchBytes?: number
}

/**
 * The words for bwrap: programs and libraries read-only, a few files of /etc that programs need, and nothing of anybody's:
 * no home, no data, no sockets, no other process. What is not named is not there.
 */
export function viewArgs(view: View): string[] {
  return [
    ...folderArgs(view),
    '--proc',
    '/proc',
    '--unshare-pid',
    '--unshare-ipc',
    '--unshare-uts',
    '--unshare-cgroup-try',
    ...(view.network ? [] : ['--unshare-net']),
    '--die-with-parent',
    // A terminal we may have been started from cannot be written to.
    '--new-session',
  ]
}

/**
 * For the inner one: no powers, and nothing under /proc can be written, the kernel's settings least of all. bwrap covers
 * /proc/sys only where the folder itself looks writable, which it never does, although root may write the files in it.
 */
export const innermost = ['--cap-drop', 'ALL', '--remount-ro', '/proc']

/** Whom a daemon that runs as root lets the CLI and its tools run as. */
export interface Account {
  uid: number
  gid: number
}

/**
 * The words for a first bwrap, run by root, that does no more than become somebody else where the folders of the view can be
 * reached, whoever owns what is above them; the words of the real one follow.
 */
export function stepDownArgs(view: View, { uid, gid }: Account): string[] {
  const powers = ['CAP_SETUID', 'CAP_SETGID', 'CAP_SETPCAP'].flatMap((power) => ['--cap-add', power])
  const become = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--bounding-set=-all', '--inh-caps=-all']
  return [
    folderArgs(view),
    // As it is: where a part of it is covered, the kernel lets nobody below make another.
    ['--bind', '/proc', '/proc', '--die-with-parent', '--cap-drop', 'ALL', ...powers],
    // A dying root without powers may not signal another user; the end of a pid namespace asks nobody.
    ['--unshare-pid'],
    // Becoming somebody else makes the kernel forget whose death was to be ours.
    ['--', 'setpriv', ...become, '--pdeathsig=KILL', '--', 'bwrap'],
  ].flat()
}

/** For a script: one word that the shell takes as it is. */
export function quoteForShell(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`
}

function folderArgs({ readable, writable, scratchBytes }: View): string[] {
  const scratch = (path: string) => [...(scratchBytes ? ['--size', String(scratchBytes)] : []), '--tmpfs', path]
  return [
    ...systemFolders.flatMap(systemFolder),
    '--dev',
    '/dev',
    ...scratch('/dev/shm'),
    ...scratch('/tmp'),
    // bwrap would make what is above something private as private, and then only root could go through it.
    ...[...new Set([...systemFiles, ...readable, ...writable].flatMap(above))].flatMap((path) => ['--dir', path]),
    ...[...systemFiles, ...readable].flatMap((path) => ['--ro-bind-try', path, path]),
    ...writable.flatMap((path) => ['--bind', path, path]),
  ]
}

function above(path: string): string[] {
  const parent = dirname(path)
  return parent === dirname(parent) ? [] : [...above(parent), parent]
}

const systemFolders = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32', '/nix/store', '/gnu/store']

const systemFiles = [
  ['ld.so.cache', 'ld.so.conf', 'ld.so.conf.d', 'alternatives', 'localtime', 'nsswitch.conf', 'mime.types'],
  ['resolv.conf', 'hosts', 'host.conf', 'gai.conf', 'services', 'protocols', 'passwd', 'group'],
  ['ssl/certs', 'ssl/openssl.cnf', 'pki', 'ca-certificates', 'crypto-policies'],
]
  .flat()
  .map((name) => `/etc/${name}`)

// Most systems have /bin as a link into /usr, and then it must be one in the sandbox too.
function systemFolder(path: string): string[] {
  try {
    return lstatSync(path).isSymbolicLink() ? ['--symlink', readlinkSync(path), path] : ['--ro-bind', path, path]
  } catch {
    return []
  }
}
