/**
 * Leave of a technician: the team leader approves, and above three working days the manager as well. It governs the
 * leave request.
 */
export const technicianLeaveXml = `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:dc="http://www.omg.org/spec/DD/20100524/DC" xmlns:di="http://www.omg.org/spec/DD/20100524/DI" xmlns:flowable="http://flowable.org/bpmn" xmlns:anju="https://anju/bpmn" targetNamespace="https://anju/processes">
<process id="technicianLeave" name="技师请假" isExecutable="true" anju:category="flow_leave" anju:papers="leaveForm">
<startEvent id="start" name="提交请假单" flowable:initiator="applyUser"/>
<userTask id="leaderTask" name="班组长审批"><extensionElements><anju:assignment>{"mode":"single","by":[{"type":"starterLeader","level":1}],"sameAsStarter":"admin","empty":"admin"}</anju:assignment></extensionElements></userTask>
<exclusiveGateway id="judge" name="工作日"/>
<userTask id="managerTask" name="经理审批"><extensionElements><anju:assignment>{"mode":"claim","by":[{"type":"role","values":["as_manager"]}],"empty":"admin"}</anju:assignment></extensionElements></userTask>
<endEvent id="approved" name="批准" anju:outcome="approved"/>
<endEvent id="rejected" name="驳回" anju:outcome="rejected"/>
<sequenceFlow id="toLeader" sourceRef="start" targetRef="leaderTask"/>
<sequenceFlow id="leaderPass" name="同意" sourceRef="leaderTask" targetRef="judge"><conditionExpression xsi:type="tFormalExpression">\${pass}</conditionExpression></sequenceFlow>
<sequenceFlow id="leaderReject" name="驳回" sourceRef="leaderTask" targetRef="rejected"><conditionExpression xsi:type="tFormalExpression">\${!pass}</conditionExpression></sequenceFlow>
<sequenceFlow id="short" name="三天以内" sourceRef="judge" targetRef="approved"><conditionExpression xsi:type="tFormalExpression">\${days &lt;= 3}</conditionExpression></sequenceFlow>
<sequenceFlow id="long" name="超过三天" sourceRef="judge" targetRef="managerTask"><conditionExpression xsi:type="tFormalExpression">\${days &gt; 3}</conditionExpression></sequenceFlow>
<sequenceFlow id="managerPass" name="同意" sourceRef="managerTask" targetRef="approved"><conditionExpression xsi:type="tFormalExpression">\${pass}</conditionExpression></sequenceFlow>
<sequenceFlow id="managerReject" name="驳回" sourceRef="managerTask" targetRef="rejected"><conditionExpression xsi:type="tFormalExpression">\${!pass}</conditionExpression></sequenceFlow>
</process>
<bpmndi:BPMNDiagram id="technicianLeave_diagram">
<bpmndi:BPMNPlane id="technicianLeave_plane" bpmnElement="technicianLeave">
<bpmndi:BPMNShape id="start_di" bpmnElement="start"><dc:Bounds x="100" y="150" width="36" height="36"/><bpmndi:BPMNLabel><dc:Bounds x="88" y="192" width="60" height="14"/></bpmndi:BPMNLabel></bpmndi:BPMNShape>
<bpmndi:BPMNShape id="leaderTask_di" bpmnElement="leaderTask"><dc:Bounds x="200" y="128" width="100" height="80"/></bpmndi:BPMNShape>
<bpmndi:BPMNShape id="judge_di" bpmnElement="judge" isMarkerVisible="true"><dc:Bounds x="370" y="143" width="50" height="50"/><bpmndi:BPMNLabel><dc:Bounds x="377" y="199" width="36" height="14"/></bpmndi:BPMNLabel></bpmndi:BPMNShape>
<bpmndi:BPMNShape id="managerTask_di" bpmnElement="managerTask"><dc:Bounds x="480" y="128" width="100" height="80"/></bpmndi:BPMNShape>
<bpmndi:BPMNShape id="approved_di" bpmnElement="approved"><dc:Bounds x="660" y="150" width="36" height="36"/><bpmndi:BPMNLabel><dc:Bounds x="666" y="192" width="24" height="14"/></bpmndi:BPMNLabel></bpmndi:BPMNShape>
<bpmndi:BPMNShape id="rejected_di" bpmnElement="rejected"><dc:Bounds x="660" y="280" width="36" height="36"/><bpmndi:BPMNLabel><dc:Bounds x="666" y="322" width="24" height="14"/></bpmndi:BPMNLabel></bpmndi:BPMNShape>
<bpmndi:BPMNEdge id="toLeader_di" bpmnElement="toLeader"><di:waypoint x="136" y="168"/><di:waypoint x="200" y="168"/></bpmndi:BPMNEdge>
<bpmndi:BPMNEdge id="leaderPass_di" bpmnElement="leaderPass"><di:waypoint x="300" y="168"/><di:waypoint x="370" y="168"/></bpmndi:BPMNEdge>
<bpmndi:BPMNEdge id="leaderReject_di" bpmnElement="leaderReject"><di:waypoint x="250" y="208"/><di:waypoint x="250" y="298"/><di:waypoint x="660" y="298"/></bpmndi:BPMNEdge>
<bpmndi:BPMNEdge id="short_di" bpmnElement="short"><di:waypoint x="395" y="143"/><di:waypoint x="395" y="90"/><di:waypoint x="678" y="90"/><di:waypoint x="678" y="150"/></bpmndi:BPMNEdge>
<bpmndi:BPMNEdge id="long_di" bpmnElement="long"><di:waypoint x="420" y="168"/><di:waypoint x="480" y="168"/></bpmndi:BPMNEdge>
<bpmndi:BPMNEdge id="managerPass_di" bpmnElement="managerPass"><di:waypoint x="580" y="168"/><di:waypoint x="660" y="168"/></bpmndi:BPMNEdge>
<bpmndi:BPMNEdge id="managerReject_di" bpmnElement="managerReject"><di:waypoint x="530" y="208"/><di:waypoint x="530" y="250"/><di:waypoint x="678" y="250"/><di:waypoint x="678" y="280"/></bpmndi:BPMNEdge>
</bpmndi:BPMNPlane>
</bpmndi:BPMNDiagram>
</definitions>
`;
