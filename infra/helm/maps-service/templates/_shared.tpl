{{- define "maps.labels" -}}
app.kubernetes.io/name: maps-service
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- define "maps.selector" -}}
app.kubernetes.io/name: maps-service
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "maps.tag" -}}
{{ .Values.images.tag | default .Chart.AppVersion }}
{{- end }}

{{- define "maps.userSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
{{- end }}

{{- define "maps.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{- define "maps.toNames" -}}
- to:
    - namespaceSelector: { matchLabels: { kubernetes.io/metadata.name: kube-system } }
  ports: [{ port: 53, protocol: UDP }, { port: 53, protocol: TCP }]
{{- end }}

{{- define "maps.toRedis" -}}
- to:
    {{- toYaml .Values.networkPolicy.redis.peers | nindent 4 }}
  ports: [{ port: {{ .Values.networkPolicy.redis.port }} }]
{{- end }}
