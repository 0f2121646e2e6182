import { davFailure, escapeXml, type Headers, json, type Reply } from '../http/reply.ts'
import { numberOf } from '../http/request.ts'
import { type Call, type Route, userOf } from '../http/route.ts'
import type { World } from '../world.ts'
import type { FileNode } from './homes.ts'
import { hasPreview } from './mime.ts'

/** The bot's files over WebDAV, as far as a client of chats needs them, and previews. */
export function createDav(world: World): Route[] {
  const { homes } = world

  function pathOf(call: Call): string {
    const [owner = '', rest = ''] = call.parts.map((part) => decodeURIComponent(part))
    const path = rest.replaceAll(/^\/+|\/+$/g, '')
    if (owner !== userOf(call).id) throw notFound(`File not found: ${path.split('/')[0] ?? ''} in '${owner}'`)
    return path
  }

  function fileOf(call: Call): FileNode {
    const path = pathOf(call)
    const node = homes.find(userOf(call), path)
    if (node === undefined) throw notFound(`File with name /${path} could not be located`)
    return node
  }

  function mustHaveParent(call: Call, path: string): void {
    const parent = path.split('/').slice(0, -1).join('/')
    if (parent === '' || homes.find(userOf(call), parent)?.isFolder === true) return
    // Received files are mounted there, so the folder comes with the first of them.
    if (parent === 'Talk') return void homes.folder(userOf(call), 'Talk')
    throw notFound(`File with name //${parent} could not be located`)
  }

  function get(call: Call): Reply {
    const node = fileOf(call)
    const name = encodeURIComponent(call.request.path.split('/').map(decodeURIComponent).at(-1) ?? '')
    const etag = `"${node.etag}"`
    if (call.request.header('if-none-match') === etag)
      return { kind: 'raw', status: 304, headers: { ETag: etag }, body: null }
    const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(call.request.header('range') ?? '') ?? []
    const part = from === undefined ? node.bytes : node.bytes.subarray(Number(from), to ? Number(to) + 1 : undefined)
    const headers: Headers = {
      'Content-Type': node.mime.startsWith('text/') ? `${node.mime};charset=UTF-8` : node.mime,
      'Last-Modified': new Date(node.changed * 1000).toUTCString(),
      ETag: etag,
      'OC-ETag': etag,
      'Content-Disposition': `attachment; filename*=UTF-8''${name}; filename="${name}"`,
      'Content-Length': String(part.length),
    }
    return { kind: 'raw', status: from === undefined ? 200 : 206, headers, body: part }
  }

  function put(call: Call): Reply {
    const user = userOf(call)
    const path = pathOf(call)
    const old = homes.find(user, path)
    if (old === undefined) mustHaveParent(call, path)
    if (old !== undefined && call.request.header('if-none-match') === '*')
      throw davFailure(
        412,
        'Sabre\\DAV\\Exception\\PreconditionFailed',
        'An If-None-Match header was specified, but the ETag matched (or * was specified).',
        {},
        '  <s:header>If-None-Match</s:header>\n',
      )
    if (call.request.body.length - (old?.bytes.length ?? 0) > homes.room(user))
      throw davFailure(
        507,
        'Sabre\\DAV\\Exception\\InsufficientStorage',
        `Insufficient space in //${path}, ${call.request.body.length} required, 0 available`,
      )
    const { node, isNew } = homes.put(user, path, call.request.body)
    const etag = `"${node.etag}"`
    return written(isNew ? 201 : 204, { 'OC-FileId': fileId(node), ETag: etag, 'OC-ETag': etag })
  }

  function mkcol(call: Call): Reply {
    const path = pathOf(call)
    if (homes.find(userOf(call), path) !== undefined)
      throw davFailure(
        405,
        'Sabre\\DAV\\Exception\\MethodNotAllowed',
        'The resource you tried to create already exists',
        { Allow: 'OPTIONS, GET, HEAD, DELETE, PROPFIND, PUT, PROPPATCH, COPY, MOVE, REPORT' },
      )
    const parent = path.split('/').slice(0, -1).join('/')
    if (parent !== '' && homes.find(userOf(call), parent) === undefined)
      throw davFailure(409, 'Sabre\\DAV\\Exception\\Conflict', 'Parent node does not exist')
    return written(201, { 'OC-FileId': fileId(homes.folder(userOf(call), path)) })
  }

  function remove(call: Call): Reply {
    homes.remove(userOf(call), fileOf(call).path)
    return written(204, {})
  }

  function propfind(call: Call): Reply {
    const path = pathOf(call)
    const found = path === '' ? [] : [fileOf(call)]
    const inside = call.request.header('depth') === '0' ? [] : homes.list(userOf(call), path)
    const base = `/remote.php/dav/files/${userOf(call).id}`
    const responses = [...found, ...inside].map((node) => {
      const at = homes.pathFor(userOf(call), node) ?? node.path
      return `<d:response><d:href>${base}/${at.split('/').map(encodeURIComponent).join('/')}</d:href>${properties(node)}</d:response>`
    })
    const root = path === '' ? `<d:response><d:href>${base}/</d:href></d:response>` : ''
    const body = `<?xml version="1.0"?>\n<d:multistatus xmlns:d="DAV:" xmlns:s="http://sabredav.org/ns" xmlns:oc="http://owncloud.org/ns" xmlns:nc="http://nextcloud.org/ns">${root}${responses.join('')}</d:multistatus>\n`
    const headers = { 'Content-Type': 'application/xml; charset=utf-8', DAV: '1, 3, extended-mkcol, access-control' }
    return { kind: 'raw', status: 207, headers, body }
  }

  function preview(call: Call): Reply {
    const node = homes.byId(numberOf(call.request.params.fileId))
    const isReachable = node !== undefined && homes.pathFor(userOf(call), node) !== undefined
    if (!isReachable || !hasPreview(node.mime)) return json(404, [])
    const headers = {
      'Last-Modified': new Date(node.changed * 1000).toUTCString(),
      ETag: `"${node.etag}"`,
      'Content-Type': 'image/png',
      'Content-Disposition': 'inline; filename="20-20-max.png"',
      'Content-Length': String(node.bytes.length),
    }
    return { kind: 'raw', status: 200, headers, body: node.bytes }
  }

  const path = /^\/remote\.php\/dav\/files\/([^/]+)(\/.*)?$/
  return [
    { name: 'get', method: 'GET', path, handle: get },
    { name: 'head', method: 'HEAD', path, handle: get },
    { name: 'put', method: 'PUT', path, handle: put },
    { name: 'mkcol', method: 'MKCOL', path, handle: mkcol },
    { name: 'delete-file', method: 'DELETE', path, handle: remove },
    { name: 'propfind', method: 'PROPFIND', path, handle: propfind },
    { name: 'preview', method: 'GET', path: /^\/index\.php\/core\/preview$/, handle: preview },
  ]
}

function notFound(message: string): Error {
  return davFailure(404, 'Sabre\\DAV\\Exception\\NotFound', message)
}

function fileId(node: FileNode): string {
  return `${String(node.id).padStart(8, '0')}ocinstanceid`
}

function written(status: number, headers: Headers): Reply {
  const type = { 'Content-Length': '0', 'Content-type': 'text/html; charset=UTF-8' }
  return { kind: 'raw', status, headers: { ...headers, ...type }, body: null }
}

function properties(node: FileNode): string {
  const size = node.bytes.length
  const kind = node.isFolder ? '<d:resourcetype><d:collection/></d:resourcetype>' : ''
  const props =
    `<d:getetag>${escapeXml(`"${node.etag}"`)}</d:getetag><d:getcontenttype>${node.mime}</d:getcontenttype>` +
    `<d:getcontentlength>${size}</d:getcontentlength><oc:fileid>${node.id}</oc:fileid><oc:size>${size}</oc:size>` +
    `<oc:permissions>SRGDNVW</oc:permissions>${kind}`
  return `<d:propstat><d:prop>${props}</d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat>`
}
