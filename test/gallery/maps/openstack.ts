import { type Architecture, edge, fanIn, fanOut } from '../notation.ts'

/** Services that other services find through Keystone, and that share a broker and a database server. */
const apis = ['nova-api', 'neutron-server', 'cinder-api', 'glance-api', 'heat-api', 'octavia-api', 'ironic-api']

/**
 * Source: the logical architecture of the OpenStack installation guide,
 * https://docs.openstack.org/install-guide/get-started-logical-architecture.html, and the services of kolla-ansible,
 * https://docs.openstack.org/kolla-ansible/latest/
 */
export const openstack: Architecture = {
  name: 'OpenStack',
  nodes: [
    { id: 'horizon', label: 'Horizon', tech: 'Django' },
    { id: 'keystone', label: 'Keystone', tech: 'Python' },
    { id: 'rabbitmq', label: 'RabbitMQ' },
    { id: 'mariadb', label: 'MariaDB', tech: 'Galera' },
    { id: 'memcached', label: 'Memcached' },
    ...services('nova', 'API', 'Scheduler', 'Conductor', 'Compute', 'noVNC proxy', 'DB'),
    ...services('neutron', 'Server', 'DHCP agent', 'L3 agent', 'Metadata agent', 'OVS agent', 'DB'),
    ...services('cinder', 'API', 'Scheduler', 'Volume', 'Backup', 'DB'),
    ...services('glance', 'API', 'Store', 'DB'),
    ...services('heat', 'API', 'Engine', 'DB'),
    ...services('octavia', 'API', 'Worker', 'Health manager', 'Housekeeping', 'DB'),
    ...services('ironic', 'API', 'Conductor', 'Inspector', 'DB'),
    ...services('swift', 'Proxy', 'Account', 'Container', 'Object'),
  ],
  edges: [
    ...fanOut('horizon', ['nova-api', 'neutron-server', 'cinder-api', 'keystone'], 'REST'),
    ...fanIn(apis, 'keystone'),
    edge('keystone', 'mariadb'),
    edge('keystone', 'memcached'),
    ...fanIn(['nova-conductor', 'neutron-server', 'cinder-scheduler', 'heat-engine'], 'rabbitmq', 'RPC', {
      dashed: true,
    }),
    ...fanOut('nova-api', ['nova-scheduler', 'nova-conductor', 'nova-db']),
    ...fanOut('nova-conductor', ['nova-db', 'nova-compute']),
    edge('nova-scheduler', 'nova-conductor'),
    edge('nova-novnc-proxy', 'nova-compute', 'console'),
    edge('nova-compute', 'neutron-server', 'ports'),
    edge('nova-compute', 'cinder-api', 'volumes'),
    edge('nova-compute', 'glance-api', 'images'),
    edge('nova-compute', 'ironic-api'),
    ...fanOut('neutron-server', ['neutron-dhcp-agent', 'neutron-l3-agent', 'neutron-ovs-agent', 'neutron-db']),
    edge('neutron-metadata-agent', 'neutron-server'),
    ...fanOut('cinder-api', ['cinder-scheduler', 'cinder-db']),
    edge('cinder-scheduler', 'cinder-volume'),
    ...fanOut('cinder-volume', ['cinder-db', 'cinder-backup']),
    edge('cinder-backup', 'swift-proxy', 'backups'),
    ...fanOut('glance-api', ['glance-store', 'glance-db']),
    edge('glance-store', 'swift-proxy', 'images'),
    edge('heat-api', 'heat-engine'),
    ...fanOut('heat-engine', ['heat-db', 'nova-api', 'octavia-api']),
    ...fanOut('octavia-api', ['octavia-worker', 'octavia-db']),
    ...fanOut('octavia-worker', ['octavia-db', 'neutron-server']),
    ...fanIn(['octavia-health-manager', 'octavia-housekeeping'], 'octavia-db'),
    ...fanOut('ironic-api', ['ironic-conductor', 'ironic-inspector', 'ironic-db']),
    edge('ironic-conductor', 'ironic-db'),
    edge('ironic-conductor', 'glance-api', 'images'),
    ...fanOut('swift-proxy', ['swift-account', 'swift-container', 'swift-object']),
  ],
}

/** The services of a project, with ids such as `nova-api`. */
function services(project: string, ...names: string[]): Architecture['nodes'] {
  return names.map((name) => ({
    id: `${project}-${name.toLowerCase().replaceAll(' ', '-')}`,
    label: `${project[0]!.toUpperCase()}${project.slice(1)} ${name}`,
    tech: name === 'DB' ? 'MariaDB' : 'Python',
  }))
}
