import type { Role } from '../../domain/person.ts'

/** Their own chats, and the browsers that they are signed in with. What a message may cause depends on the role, too. */
const chatRoutes = new Set([
  'POST /api/sign-out',
  'GET /api/sign-ins',
  'POST /api/sign-ins/:name/end',
  'POST /api/sign-ins/end-others',
  'GET /api/state',
  'GET /api/events',
  'GET /api/commands',
  'GET /api/chats',
  'POST /api/chats/:chat/keep',
  'POST /api/chats/:chat/seen',
  'GET /api/chats/:chat/erasable',
  'POST /api/chats/:chat/delete',
  'GET /api/chats/:chat/lines',
  'GET /api/chats/:chat/since',
  'POST /api/chats/:chat/lines',
  'POST /api/chats/:chat/lines/:line/take-back',
  'POST /api/chats/:chat/lines/:line/retry',
  'GET /api/chats/:chat/lines/:line/steps',
  'POST /api/chats/:chat/versions/:version/choose',
  'POST /api/chats/:chat/press',
  'POST /api/chats/:chat/stop',
  'POST /api/files',
  'GET /api/files/:message/:seq',
  'GET /api/voice',
  'POST /api/voice',
  'GET /api/search',
  'GET /api/search/choices',
])

/**
 * What each role may call on the page. Anything that is not listed is for the owner alone, so a new route is closed to
 * everybody else until somebody adds it here. The handlers of listed routes know no owner: they ask for the person who
 * is signed in, and look only at what is theirs.
 */
const routeRights: Record<Role, 'all' | ReadonlySet<string>> = {
  owner: 'all',
  member: chatRoutes,
  guest: chatRoutes,
}

export function mayCall(role: Role, route: string): boolean {
  const rights = routeRights[role]
  return rights === 'all' || rights.has(route)
}
