import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.mcp.client.DefaultMcpClient;
import dev.langchain4j.mcp.client.transport.http.StreamableHttpMcpTransport;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** langchain4j-mcp; it reads and writes what lines.py does. */
class WithLangchain4j {
    private static final ObjectMapper JSON = new ObjectMapper();

    public static void main(String[] args) throws Exception {
        var headers = JSON.readValue(args[1], new TypeReference<Map<String, String>>() {});
        var transport = StreamableHttpMcpTransport.builder().url(args[0] + "/api/mcp").customHeaders(headers).build();
        try (var client = DefaultMcpClient.builder().transport(transport).build()) {
            say(Map.of("tools", client.listTools().stream().map(ToolSpecification::name).sorted().toList()));
            var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            for (String line; (line = input.readLine()) != null; ) {
                var call = JSON.readTree(line);
                var request = ToolExecutionRequest.builder()
                        .name(call.get("tool").asText())
                        .arguments(call.get("input").toString())
                        .build();
                try {
                    say(Map.of("seen", client.executeTool(request).resultText()));
                } catch (RuntimeException error) {
                    say(Map.of("raised", error.getMessage()));
                }
            }
        }
    }

    private static void say(Object value) throws Exception {
        System.out.println(JSON.writeValueAsString(value));
    }
}
