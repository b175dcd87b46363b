"""The games for language models, by the Model Context Protocol: `garrison mcp`, which needs `garrison[mcp]`."""
