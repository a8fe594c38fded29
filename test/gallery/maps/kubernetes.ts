import { type Architecture, at, edge, fanIn, fanOut } from '../notation.ts'

/**
 * Source: Kubernetes components, https://kubernetes.io/docs/concepts/overview/components/ and the ports they use,
 * https://kubernetes.io/docs/reference/networking/ports-and-protocols/
 */
export const kubernetes: Architecture = {
  name: 'Kubernetes: control plane and two nodes',
  nodes: [
    { id: 'kubectl', label: 'kubectl', tech: 'and other clients', ...at(1.5, 0) },
    { id: 'controllers', label: 'kube-controller-manager', tech: 'Control plane', spend: 40, ...at(0, 1.2) },
    {
      ...{ id: 'api', label: 'kube-apiserver', tech: 'Control plane' },
      ...{ spend: 73, billing: ['flat'], ...at(1.5, 1.2) },
    },
    { id: 'scheduler', label: 'kube-scheduler', tech: 'Control plane', spend: 25, ...at(3, 1.2) },
    {
      ...{ id: 'etcd', label: 'etcd', tech: '3 members, Raft' },
      ...{ spend: 210, billing: ['flat'], ...at(3, 0) },
    },
    { id: 'cloud', label: 'cloud-controller-manager', tech: 'Control plane', ...at(0, 0) },
    { id: 'kubelet-1', label: 'kubelet', tech: 'node-1', ...at(0, 2.6) },
    { id: 'proxy-1', label: 'kube-proxy', tech: 'node-1', ...at(1, 2.6) },
    { id: 'kubelet-2', label: 'kubelet', tech: 'node-2', ...at(2, 2.6) },
    { id: 'proxy-2', label: 'kube-proxy', tech: 'node-2', ...at(3, 2.6) },
    { id: 'runtime-1', label: 'containerd', tech: 'node-1', spend: 480, billing: ['usage'], ...at(0, 3.8) },
    { id: 'runtime-2', label: 'containerd', tech: 'node-2', spend: 480, billing: ['usage'], ...at(2, 3.8) },
  ],
  edges: [
    edge('kubectl', 'api', 'HTTPS 6443', { labelFont: 'mono' }),
    edge('api', 'etcd', 'gRPC 2379', { labelFont: 'mono', arrow: 'both', line: 'smoothstep' }),
    edge('etcd', 'etcd', 'peers 2380', { labelFont: 'mono', dashed: true }),
    ...fanIn(['controllers', 'scheduler'], 'api', 'watch', { line: 'straight' }),
    edge('cloud', 'api', 'watch', { line: 'smoothstep' }),
    ...fanIn(['kubelet-1', 'proxy-1', 'kubelet-2', 'proxy-2'], 'api', 'watch', { line: 'smoothstep' }),
    ...fanOut('api', ['kubelet-1', 'kubelet-2'], 'logs, exec 10250', { labelFont: 'mono', dashed: true }),
    edge('kubelet-1', 'runtime-1', 'CRI', { line: 'straight' }),
    edge('kubelet-2', 'runtime-2', 'CRI', { line: 'straight' }),
  ],
}
