import { type Architecture, at, edge, fanOut } from '../notation.ts'

/**
 * Source: MediaWiki at WMF and the web request diagram of 2022 on Wikitech,
 * https://wikitech.wikimedia.org/wiki/MediaWiki_at_WMF
 */
export const wikipedia: Architecture = {
  name: 'Wikipedia: from a reader’s request to the article and back',
  nodes: [
    { id: 'reader', label: 'Readers and editors', ...at(0, 2) },
    { id: 'dns', label: 'gdnsd', tech: 'Geographic DNS', spend: 300, billing: ['flat'], ...at(0, 0.5) },
    { id: 'lvs', label: 'LVS', tech: 'Direct-routing load balancer', spend: 2100, billing: ['flat'], ...at(1, 2) },
    { id: 'haproxy', label: 'HAProxy', tech: 'TLS termination, HTTP/2', spend: 1900, billing: ['flat'], ...at(2, 2) },
    { id: 'varnish', label: 'Varnish', tech: 'Frontend cache, in memory', spend: 14_200, ...at(3, 2) },
    { id: 'ats', label: 'Apache Traffic Server', tech: 'Backend cache, on disk', spend: 11_800, ...at(4, 2) },
    { id: 'mediawiki', label: 'MediaWiki', tech: 'PHP, Apache, Envoy', spend: 64_000, billing: ['flat'], ...at(5, 2) },
    { id: 'thumbor', label: 'Thumbor', tech: 'Thumbnails on the fly', spend: 3800, ...at(5, 0) },
    { id: 'swift', label: 'Swift', tech: 'Originals and thumbnails', spend: 27_000, billing: ['usage'], ...at(6.2, 0) },
    { id: 'memcached', label: 'Memcached', tech: 'mcrouter', spend: 9100, ...at(6.6, 1) },
    { id: 'parsercache', label: 'ParserCache', tech: 'MariaDB', spend: 6400, ...at(6.6, 2) },
    { id: 'core', label: 'Core databases', tech: 'MariaDB, sections s1–s8', spend: 38_500, ...at(6.6, 3) },
    { id: 'externalstore', label: 'External Store', tech: 'MariaDB, wikitext blobs', spend: 12_700, ...at(6.6, 4) },
    { id: 'search', label: 'CirrusSearch', tech: 'Elasticsearch', spend: 18_900, ...at(5, 4) },
    { id: 'kask', label: 'Kask', tech: 'Sessions, Cassandra', spend: 2600, ...at(4, 4) },
    { id: 'eventgate', label: 'EventGate', tech: 'Schema-checked events', ...at(4, 5.2) },
    { id: 'kafka', label: 'Kafka', tech: 'main-eqiad', spend: 7700, ...at(5.2, 5.2) },
    { id: 'changeprop', label: 'Change Propagation', tech: 'Job queue consumer, Node.js', ...at(6.6, 5.2) },
  ],
  edges: [
    edge('reader', 'dns', 'where is text-lb?', { dashed: true }),
    edge('reader', 'lvs', 'HTTPS 443'),
    edge('lvs', 'haproxy'),
    edge('haproxy', 'varnish', 'HTTP'),
    edge('varnish', 'ats', 'miss'),
    edge('ats', 'mediawiki', 'miss', { labelSize: 12 }),
    edge('ats', 'swift', 'upload.wikimedia.org'),
    edge('swift', 'thumbor', 'no such thumbnail', { dashed: true }),
    edge('thumbor', 'swift', 'stores it', { dashed: true }),
    edge('mediawiki', 'memcached', 'objects', { arrow: 'both' }),
    edge('mediawiki', 'parsercache', 'rendered HTML', { arrow: 'both' }),
    ...fanOut('mediawiki', ['core', 'externalstore'], 'SQL', { labelFont: 'mono', color: '#0f766e' }),
    edge('mediawiki', 'search', 'queries'),
    edge('mediawiki', 'kask', 'sessions', { arrow: 'both' }),
    edge('mediawiki', 'eventgate', 'page edits, jobs', { dashed: true }),
    edge('eventgate', 'kafka', '', { dashed: true }),
    edge('kafka', 'changeprop', 'mediawiki.job.*', { dashed: true, labelFont: 'mono' }),
    edge('changeprop', 'mediawiki', 'runs jobs', { dashed: true }),
  ],
}
