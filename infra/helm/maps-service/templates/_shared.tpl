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

{{- define "maps.sharedSettings" -}}
- { name: REDIS_URL_FILE, value: /run/secrets/maps/redis-url }
- { name: ARTIFACT_REDIS_URL_FILE, value: /run/secrets/maps/artifact-redis-url }
{{- if .Values.bucket.url }}
- { name: BUCKET_URL, value: {{ .Values.bucket.url | quote }} }
- { name: BUCKET_REGION, value: {{ .Values.bucket.region | quote }} }
- { name: BUCKET_ACCESS_KEY_ID_FILE, value: /run/secrets/maps/bucket-access-key-id }
- { name: BUCKET_SECRET_ACCESS_KEY_FILE, value: /run/secrets/maps/bucket-secret-access-key }
{{- end }}
{{- if .Values.traces.endpoint }}
- { name: OTEL_EXPORTER_OTLP_ENDPOINT, value: {{ .Values.traces.endpoint | quote }} }
- { name: OTEL_TRACES_SAMPLER_ARG, value: {{ .Values.traces.share | quote }} }
{{- end }}
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
